// SPDX-License-Identifier: GPL-3.0-or-later
// check.cjs TOOLS CHROMIUM SHOTS PAGE…: each page in a real browser and by a validator of HTML.
// The first page is looked at in all views. Screenshots go into the folder SHOTS. Prints what is wrong; the exit status says whether anything is.
"use strict";
const fs = require("fs");
const path = require("path");
const [tools, chromium, shots, ...pages] = process.argv.slice(2);
const load = (name) => require(path.join(tools, "node_modules", name));
const axe = fs.readFileSync(path.join(tools, "node_modules/axe-core/axe.min.js"), "utf8");
const SERIOUS = ["serious", "critical"];
const VIEWS = [
	{ name: "light", width: 1200, height: 900, scheme: "light", js: true, attack: true },
	{ name: "dark", width: 1200, height: 900, scheme: "dark", js: true },
	{ name: "phone", width: 360, height: 740, scheme: "light", js: true, attack: true },
	{ name: "no-script", width: 1200, height: 900, scheme: "light", js: false, attack: true },
	{ name: "paper", width: 794, height: 1123, scheme: "light", js: true, media: "print" },
];
let wrong = 0;

function complain(where, text) {
	wrong++;
	console.log(`${where}: ${text}`);
}

async function accessibility(page, where) {
	await page.evaluate(axe);
	const result = await page.evaluate(() => axe.run());
	for (const v of result.violations)
		if (SERIOUS.includes(v.impact))
			complain(where, `axe: ${v.id}: ${v.help}: ${v.nodes[0].html.slice(0, 200)}`);
}

async function zoom(page, where, file) {
	if (!(await page.$("#chart")))
		return;
	const button = await page.$("#chart button");
	if (!button)
		return complain(where, "there is no button to zoom");
	await button.click();
	await page.waitForSelector("#zoom canvas", { timeout: 5000 });
	await (await page.$("#chart")).screenshot({ path: file });
	await button.click();
}

// Closed, it is what people see first; opened, it is what must not break the layout.
async function look(browser, file, view) {
	const where = `${path.basename(file)}, ${view.name}`;
	const shot = (what) => path.join(shots, `${path.basename(file, ".html")}-${view.name}${what}.png`);
	const page = await browser.newPage();
	page.on("console", (m) => complain(where, `console: ${m.type()}: ${m.text()}`));
	page.on("pageerror", (e) => complain(where, `error: ${e.message}`));
	page.on("dialog", (d) => { complain(where, "a script of the text ran"); d.dismiss(); });
	page.on("request", (r) => { if (!r.url().startsWith("file://")) complain(where, `asks for ${r.url()}`); });
	await page.setJavaScriptEnabled(view.js);
	await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: view.scheme }]);
	if (view.media)
		await page.emulateMediaType(view.media);
	await page.setViewport({ width: view.width, height: view.height });
	await page.goto(`file://${path.resolve(file)}`);
	await page.screenshot({ path: shot(""), clip: await page.evaluate(() => ({ x: 0, y: 0,
		width: innerWidth, height: Math.min(document.documentElement.scrollHeight, 4000) })) });
	if (view.js && !view.media) {
		if (view.name === "light")
			await zoom(page, where, shot("-zoom"));
		await accessibility(page, where);
	}
	await page.evaluate(() => document.querySelectorAll("details").forEach((d) => { d.open = true; }));
	const width = await page.evaluate(() => document.documentElement.scrollWidth);
	if (width > view.width)
		complain(where, `it is ${width} wide in a window of ${view.width}`);
	for (const section of view.name === "light" || view.name === "phone" ? ["#changes", "#kernels"] : []) {
		const element = view.media ? null : await page.$(section);
		const box = element && await element.boundingBox();
		if (box)
			await page.screenshot({ path: shot(section.replace("#", "-")), clip: { x: 0, y: box.y,
				width: view.width, height: Math.min(box.height, 1600) } });
	}
	await page.close();
}

async function validate(files) {
	const { HtmlValidate } = load("html-validate");
	const config = JSON.parse(fs.readFileSync(path.join(__dirname, ".htmlvalidate.json"), "utf8"));
	const validator = new HtmlValidate(config);
	for (const file of files) {
		const report = await validator.validateString(fs.readFileSync(file, "utf8"), file);
		for (const result of report.results)
			for (const m of result.messages.slice(0, 10))
				complain(`${path.basename(file)}:${m.line}`, `${m.ruleId}: ${m.message}`);
	}
}

(async () => {
	const puppeteer = load("puppeteer-core");
	fs.mkdirSync(shots, { recursive: true });
	await validate(pages);
	const browser = await puppeteer.launch({ protocolTimeout: 300000, executablePath: chromium, headless: true,
		args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
	try {
		for (const file of pages)
			for (const view of file === pages[0] ? VIEWS : VIEWS.filter((v) => v.attack))
				await look(browser, file, view);
	} finally {
		await browser.close();
	}
	console.log(`${pages.length} pages, ${wrong} complaints`);
	process.exitCode = wrong ? 1 : 0;
})().catch((e) => { console.log(e); process.exitCode = 1; });
