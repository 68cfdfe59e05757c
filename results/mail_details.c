/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/mail_details.h"

#include <stdlib.h>

void mail_details_clear(struct mail_details *details)
{
	free(details->from);
	strlist_clear(&details->to);
	strlist_clear(&details->cc);
	free(details->archive);
	free(details->parent_subject);
	*details = (struct mail_details){ 0 };
}
