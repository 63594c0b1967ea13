"""Opens the HTML report from disk in headless Chromium: no console message, every chart drawn,
sorting, copying and both themes work, nothing wider than the window, names shown as text.

Exit status 77 where chromium, its driver or selenium is missing."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    skip("python3-selenium is not installed")


def browser(width, height):
    options = Options()
    options.binary_location = shutil.which("chromium")
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--force-prefers-reduced-motion", "--hide-scrollbars"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    # Chromium refuses windows under 500 px: the device metrics make a phone of it.
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                           {"width": width, "height": height, "deviceScaleFactor": 1,
                            "mobile": width < 500})
    return driver


class Checks:
    def __init__(self, shots):
        self.shots = shots
        self.failures = []

    def that(self, truth, what):
        if not truth:
            self.failures.append(what)
            print("FAILED:", what)

    def open(self, driver, page):
        driver.get(page.as_uri())
        WebDriverWait(driver, 60).until(
            lambda d: d.execute_script("return document.documentElement.dataset.ready"))
        # Source "rendering": the browser's advice about this test's own reading of pixels.
        messages = [entry["message"] for entry in driver.get_log("browser")
                    if entry.get("source") != "rendering"]
        self.that(not messages, f"{page.name}: the console says {messages}")

    def no_sideways_scroll(self, driver, name):
        wide = driver.execute_script(
            "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        self.that(wide[0] <= wide[1], f"{name}: the page is {wide[0]} px wide in {wide[1]}")

    def shot(self, driver, name):
        """The whole page, so that a person can look at it."""
        size = driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
        picture = driver.execute_cdp_cmd(
            "Page.captureScreenshot",
            {"captureBeyondViewport": True,
             "clip": {"x": 0, "y": 0, "width": size["width"],
                      "height": min(size["height"], 9000), "scale": 1}})
        import base64
        (self.shots / f"{name}.png").write_bytes(base64.b64decode(picture["data"]))


# A chart is drawn when its canvas holds pixels that are not transparent.
DRAWN = """
return Array.from(document.querySelectorAll('#charts canvas')).map(function (canvas) {
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  let inked = 0;
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== 0) ++inked;
  return inked;
});
"""


def check_charts(checks, driver, name, least):
    inked = driver.execute_script(DRAWN)
    checks.that(len(inked) >= least, f"{name}: {len(inked)} charts, expected {least} or more")
    checks.that(all(i > 200 for i in inked), f"{name}: a chart is empty: {inked}")


def check_sorting(checks, driver):
    head = driver.find_elements(By.XPATH, "//th/button[text()='time/call']")[0]
    table = head.find_element(By.XPATH, "./ancestor::table")
    column = driver.execute_script("return arguments[0].parentElement.cellIndex", head)

    def values():
        return driver.execute_script(
            "return Array.from(arguments[0].tBodies[0].rows).map(r => r.cells[arguments[1]]"
            ".dataset.value).filter(v => v !== undefined).map(Number)", table, column)
    driver.execute_script("arguments[0].click()", head)
    rising = values()
    checks.that(len(rising) > 3 and rising == sorted(rising), f"ascending order: {rising}")
    state = head.find_element(By.XPATH, "..").get_attribute("aria-sort")
    checks.that(state == "ascending", f"aria-sort is {state}")
    driver.execute_script("arguments[0].click()", head)
    falling = values()
    checks.that(falling == sorted(falling, reverse=True), f"descending order: {falling}")


def check_theme(checks, driver):
    def ground():
        return driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    before = ground()
    driver.find_element(By.ID, "theme").click()
    checks.that(ground() != before, "the theme button changes nothing")
    check_charts(checks, driver, "other theme", 1)


def check_names(checks, driver):
    checks.that("taken" not in driver.title, "a kernel's name ran as a script")
    cells = driver.find_elements(By.XPATH, "//td[contains(text(), '<script>document.title')]")
    checks.that(len(cells) > 0, "the hostile name is not shown as text")


def check_copy(checks, driver):
    button = driver.find_elements(By.CSS_SELECTOR, "button.copy")[0]
    checks.that(button.get_attribute("data-command").startswith("sweepmark run"),
                "a copy button without its command")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
    button.click()
    WebDriverWait(driver, 10, poll_frequency=0.1).until(lambda d: button.text == "copied")


def check_one(checks, driver, page, name, desk):
    checks.open(driver, page)
    check_charts(checks, driver, name, 8)
    check_names(checks, driver)
    checks.no_sideways_scroll(driver, name)
    checks.shot(driver, name)
    if not desk:
        return
    check_sorting(checks, driver)
    check_copy(checks, driver)
    check_theme(checks, driver)
    checks.shot(driver, name + "-dark")


def real_run(sweepmark, folder):
    """A short run of the built program, if it is built; its page is opened like the others."""
    if not sweepmark or not os.access(sweepmark, os.X_OK):
        return None
    store = folder / "real.jsonl"
    command = [sweepmark, "run", "--kernel", "gemm.*", "--axis", "size=32", "--axis", "threads=1",
               "--time-budget", "20", "--quiet", "--output", str(store)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if not store.exists():
        print("no real run:", done.stderr.strip())
        return None
    page = folder / "real.html"
    subprocess.run([sweepmark, "report", str(store), "--html", str(page)], check=True,
                   capture_output=True)
    return page


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", required=True)
    parser.add_argument("--sweepmark")
    parser.add_argument("--shots", required=True)
    arguments = parser.parse_args()
    for program in ("chromium", "chromedriver"):
        if not shutil.which(program):
            skip(f"{program} is not installed")
    shots = pathlib.Path(arguments.shots)
    shots.mkdir(parents=True, exist_ok=True)
    checks = Checks(shots)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([arguments.pages, name], check=True)
        if "id=\"charts\"" not in (folder / "one.html").read_text(encoding="utf-8"):
            skip("this build has no Chart.js (libjs-chart.js)")
        real = real_run(arguments.sweepmark, folder)
        desk = browser(1280, 900)
        check_one(checks, desk, folder / "one.html", "one-1280", True)
        checks.open(desk, folder / "two.html")
        check_charts(checks, desk, "two machines", 8)
        checks.shot(desk, "two-1280")
        checks.open(desk, folder / "history.html")
        check_charts(checks, desk, "history", 5)
        checks.shot(desk, "history-1280")
        checks.open(desk, folder / "large.html")
        checks.that("Thinned" in desk.find_element(By.TAG_NAME, "main").text, "no thinning note")
        if real:
            checks.open(desk, real)
            checks.shot(desk, "real-1280")
        desk.quit()
        phone = browser(360, 740)
        check_one(checks, phone, folder / "one.html", "one-360", False)
        phone.quit()
    print(f"{len(checks.failures)} failures; screenshots in {shots}")
    return 1 if checks.failures else 0


if __name__ == "__main__":
    sys.exit(main())
