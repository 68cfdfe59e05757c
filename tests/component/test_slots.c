/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work trees side by side, and the configurations made in them, over a real repository. */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/build_config.h"
#include "bisect/slots.h"
#include "tests/support/scratch_repo.h"

struct rig {
	struct scratch_repo scratch;
	struct repo *repo;
	struct slots *slots;
	struct error err;
};

static int make(void **state)
{
	struct rig *rig = mem_zalloc(sizeof(*rig));
	CLEANUP(mem_freep) char *dir = NULL;

	scratch_repo_init(&rig->scratch);
	dir = mem_printf("%s/trees", rig->scratch.dir);
	scratch_repo_write(&rig->scratch, "Kconfig", "config A\n");
	scratch_repo_commit(&rig->scratch, "kernel/a.c", "1\n", "one");
	scratch_repo_commit(&rig->scratch, "kernel/a.c", "2\n", "two");
	scratch_repo_commit(&rig->scratch, "lib/Kconfig.debug", "config B\n", "options");
	for (unsigned i = 0; i <= SLOTS_NEAR_FILES; i++) {
		CLEANUP(mem_freep) char *path = mem_printf("many/%u.c", i);

		scratch_repo_write(&rig->scratch, path, "x\n");
	}
	scratch_repo_commit(&rig->scratch, "kernel/a.c", "3\n", "far");
	if (repo_open(rig->scratch.path, NULL, &rig->repo, &rig->err) < 0 ||
	    slots_open(rig->repo, dir, 2, &rig->slots, &rig->err) < 0)
		fail_msg("%s", rig->err.text);
	*state = rig;
	return 0;
}

static int discard(void **state)
{
	struct rig *rig = *state;

	slots_close(rig->slots);
	repo_close(rig->repo);
	scratch_repo_clear(&rig->scratch);
	free(rig);
	return 0;
}

static char *tree_of(struct rig *rig, const char *revision)
{
	CLEANUP(mem_freep) char *spec = mem_printf("%s^{tree}", revision);

	return scratch_repo_git(&rig->scratch, "rev-parse", spec, NULL);
}

/* Checks the revision out; the place has that number, and so many files have changed. */
static struct slots_place switch_to(struct rig *rig, const char *revision, const char *number,
				    size_t n_changed)
{
	CLEANUP(mem_freep) char *tree = tree_of(rig, revision);
	CLEANUP(mem_freep) char *end = mem_printf("/trees/%s/source", number);
	struct slots_place place;

	if (slots_switch(rig->slots, tree, NULL, &place, &rig->err) < 0)
		fail_msg("%s", rig->err.text);
	assert_string_equal(place.source_dir + strlen(place.source_dir) - strlen(end), end);
	assert_int_equal(place.n_changed, n_changed);
	return place;
}

static void each_tree_is_checked_out_where_the_fewest_files_change(void **state)
{
	struct rig *rig = *state;

	(void)switch_to(rig, "one", "0", 2);
	(void)switch_to(rig, "two", "0", 1);
	(void)switch_to(rig, "far", "1", SLOTS_NEAR_FILES + 4);
	(void)switch_to(rig, "one", "0", 1);
	(void)switch_to(rig, "far", "1", 0);
}

static bool stands(struct rig *rig, const struct slots_place *place, const char *revision,
		   const char *fingerprint, char **ret_name)
{
	CLEANUP(mem_freep) char *tree = tree_of(rig, revision);
	bool result = false;

	if (slots_name_config(rig->slots, place, tree, fingerprint, ret_name, &result, &rig->err) <
	    0)
		fail_msg("%s", rig->err.text);
	return result;
}

static void a_configuration_stands_until_a_file_that_kconfig_reads_differs(void **state)
{
	struct rig *rig = *state;
	struct slots_place place = switch_to(rig, "one", "0", 2);
	CLEANUP(mem_freep) char *ours = mem_printf("%s/.perfsect", place.object_dir);
	CLEANUP(mem_freep) char *name = NULL;
	CLEANUP(mem_freep) char *again = NULL;
	CLEANUP(mem_freep) char *code = NULL;
	CLEANUP(mem_freep) char *asked = NULL;
	CLEANUP(mem_freep) char *options = NULL;

	assert_false(stands(rig, &place, "one", "f00d", &name)); /* none was made */
	if (fs_make_dirs(ours, &rig->err) < 0 ||
	    build_config_remember(place.object_dir, name, "CONFIG_X=y: is not set\n", &rig->err) <
		    0)
		fail_msg("%s", rig->err.text);
	assert_true(stands(rig, &place, "one", "f00d", &again));
	assert_string_equal(again, name);
	assert_true(stands(rig, &place, "two", "f00d", &code));
	assert_string_not_equal(code, name);
	assert_false(stands(rig, &place, "two", "beef", &asked));
	assert_false(stands(rig, &place, "options", "f00d", &options));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			each_tree_is_checked_out_where_the_fewest_files_change, make, discard),
		cmocka_unit_test_setup_teardown(
			a_configuration_stands_until_a_file_that_kconfig_reads_differs, make,
			discard),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
