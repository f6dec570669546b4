// Drives Debian's Firefox over WebDriver BiDi: node firefox.mjs PUPPETEER PROGRAM. One request a line on standard
// input, {"do": …, "with": […]}; for each one line on standard output, {"answer": …} or {"error": …}.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [puppeteerPath, executablePath] = process.argv.slice(2);
const { default: puppeteer } = await import(pathToFileURL(puppeteerPath).href);
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true, protocolTimeout: 60_000 });
const pages = [];
const wrong = [];

const does = {
  async window(width, height) {
    // A context of its own, as a device has.
    const page = await (await browser.createBrowserContext()).newPage();
    await page.setViewport({ width, height });
    page.on("pageerror", (error) => wrong.push(String(error)));
    return pages.push(page) - 1;
  },
  async open(window, address) {
    await pages[window].goto(address, { waitUntil: "load" });
  },
  async run(window, source, ...given) {
    return await pages[window].evaluate(`(${source})(...${JSON.stringify(given)})`);
  },
  async down(window, x, y) {
    await pages[window].mouse.move(x, y);
    await pages[window].mouse.down();
  },
  async up(window) {
    await pages[window].mouse.up();
  },
  async type(window, text) {
    await pages[window].keyboard.type(text);
  },
  async enter(window) {
    await pages[window].keyboard.press("Enter");
  },
  async picture(window, path) {
    await pages[window].screenshot({ path });
  },
  async wrong() {
    return wrong.splice(0);
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { do: what, with: given } = JSON.parse(line);
  const said = await does[what](...given).then(
    (answer) => ({ answer: answer ?? null }),
    (error) => ({ error: String(error) }),
  );
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
await browser.close();
