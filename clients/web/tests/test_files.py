"""Documents that are opened, saved and exported, and a server that goes."""

import json
import os
import signal
import time

import serve
from bridge import Bridge, Opening
from browser import Page, by
from conftest import Peer, serving
from documents import DOCUMENT
from test_sharing import Window
from selenium.webdriver.common.keys import Keys


def test_saving_writes_the_file(page, bridge):
    start = page.middle("a")
    page.move(start, by(start, 10, 0), by(start, 50, 25))
    page.press("save")
    page.wait(lambda: not page.element("#dirty").is_displayed())
    saved = json.loads((bridge.opening.root / "bot.json").read_text())
    assert saved["nodes"][0]["position"] == {"x": 50, "y": 25}


def test_a_file_of_this_machine_is_opened(page, tmp_path):
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"nodewire": 1, "nodes": [{"id": "only", "position": {"x": 10, "y": 10}}], "edges": []}))
    page.press("open")
    page.element("#openFile").send_keys(str(file))
    page.wait(lambda: page.element("#name").text == "mine.json")
    page.wait(lambda: list(page.document()["nodes"]) == ["only"])


def test_a_path_that_is_not_there_is_said(page):
    page.press("open")
    page.element("#openPath").send_keys("nothing.json", Keys.ENTER)
    page.wait(lambda: page.element("#toasts .bad"))
    assert page.element("#name").text == "bot.json"


def test_the_picture_is_downloaded(page, tmp_path):
    page.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path / "got"))
    page.press("export")
    picture = tmp_path / "got" / "bot.svg"
    page.wait(picture.exists)
    time.sleep(0.1)
    assert picture.read_text().startswith("<svg")


def test_what_ends_the_server_is_said(page, bridge):
    for pid in bridge.pids:
        os.kill(pid, signal.SIGKILL)
    page.wait(lambda: page.element("#toasts .bad button").text == "Start again")


def test_a_copy_of_the_example_opens_without_a_file(server, tmp_path):
    with serving(Bridge(server, Opening(tmp_path, copied=serve.EXAMPLE))) as bridge:
        document = bridge.document
    assert document["text"] == serve.EXAMPLE.read_text(encoding="utf-8")
    assert "path" not in document and document["name"] != serve.EXAMPLE.name


def test_the_copy_of_the_example_is_saved_under_a_name_of_its_own(chromium, bridge):
    example = serve.EXAMPLE.read_bytes()
    bridge.opening = Opening(bridge.opening.root, copied=serve.EXAMPLE)
    page = Page(chromium, bridge.url)
    page.press("save")
    page.wait(lambda: page.element("#saveDialog").is_displayed())
    page.element("#savePath").send_keys(Keys.ENTER)
    page.wait(lambda: (bridge.opening.root / f"my-{serve.EXAMPLE.name}").is_file())
    assert serve.EXAMPLE.read_bytes() == example
    page.wait(lambda: page.active() == "canvas")


def test_a_file_that_is_not_there_is_begun_and_saved_there(chromium, server, tmp_path):
    file = tmp_path / "graph.json"
    with serving(Bridge(server, Opening.of(file))) as bridge:
        page = Page(chromium, bridge.url)
        assert page.element("#name").text == "graph.json" and page.document()["nodes"] == {}
        page.ask_document("node/insert", node={"id": "a", "position": {"x": 0, "y": 0}})
        assert not file.exists()
        page.press("save")
        page.wait(lambda: not page.element("#dirty").is_displayed())
        assert [node["id"] for node in json.loads(file.read_text())["nodes"]] == ["a"]
        page.renewed()
        assert list(page.document()["nodes"]) == ["a"]


def test_windows_that_share_begin_one_file(server, tmp_path):
    file = tmp_path / "graph.json"
    (tmp_path / "bot.json").write_text(json.dumps({"nodes": [], "edges": []}))
    with serving(Bridge(server, Opening.of(file))) as bridge:
        one, two, three = (Window(Peer(bridge), view) for view in "vwx")
        for each in (one, two):
            text, document = bridge.document["text"], bridge.document["document"]
            each.document = each.ask("document/open", text=text, document=document)["document"]
        assert one.document == two.document
        one.ask("document/save", document=one.document, path="graph.json")
        assert "text" not in bridge.document
        assert three.ask("document/open", path=bridge.document["path"])["document"] == one.document


def test_the_name_has_a_menu_that_leads_back_to_what_is_saved(page):
    page.ask_document("node/update", id="a", patch={"label": "Changed"})
    page.ask_document("element/remove", nodes=["b"])
    page.press("file")
    page.wait(lambda: page.element("#menu").is_displayed())
    assert page.element("#title").accessible_name == "bot.json, file"
    page.element('#menu [data-title="Revert to saved"]').click()
    page.wait(lambda: page.document()["nodes"]["a"]["label"] == "Ask")
    assert "b" in page.document()["nodes"] and "b-end" in page.document()["edges"]
    page.wait(lambda: page.element('[data-command="undo"]').get_attribute("title") == "Undo Revert to saved")
    page.wait(lambda: not page.element("#dirty").is_displayed())
    page.press("undo")
    page.wait(lambda: page.element("#dirty").is_displayed())
    assert page.document()["nodes"]["a"]["label"] == "Changed"


def test_a_reloaded_window_shows_the_file_that_it_showed(page, bridge):
    page.open(bridge.opening.root / "other.json", {"nodewire": 1, "nodes": [], "edges": []})
    reload(page)
    assert page.element("#name").text == "other.json"
    (bridge.opening.root / "other.json").unlink()
    reload(page)
    assert page.element("#name").text == "bot.json"


def test_files_that_were_open_lately_are_opened_again(page, bridge):
    content = {"nodewire": 1, "nodes": [{"id": "only"}], "edges": []}
    page.open(bridge.opening.root / "other.json", content)
    page.open(bridge.opening.root / "third.json", {**content, "nodes": []})
    page.press("open")
    titles = "return [...document.querySelectorAll('#recent button')].map((button) => button.textContent)"
    page.wait(lambda: page.run(titles)[0] == "other.json")
    assert "third.json" not in page.run(titles)
    page.element("#recent button").click()
    page.wait(lambda: page.element("#name").text == "other.json")
    assert list(page.document()["nodes"]) == ["only"]


def reload(page):
    page.run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
    page.browser.refresh()
    page.wait(lambda: page.run("return Boolean(globalThis.nodewire?.view && nodewire.scene.frame)"))
    page.settle()


def test_a_picture_in_pixels_is_downloaded(page):
    page.run("""
        const address = URL.createObjectURL;
        let last = null;
        URL.createObjectURL = (blob) => address.call(URL, (last = blob));
        globalThis.given = [];
        HTMLAnchorElement.prototype.click = function () { given.push([this.download, last]); };
    """)
    page.press("file")
    page.wait(lambda: page.element("#menu").is_displayed())
    page.element('#menu [data-title="Export PNG"]').click()
    page.wait(lambda: page.run("return given.length") == 1)
    name, kind, size = page.browser.execute_async_script("""
        const [done] = arguments;
        const [name, blob] = given[0];
        createImageBitmap(blob).then(({ width, height }) => done([name, blob.type, [width, height]]));
    """)
    assert (name, kind) == ("bot.png", "image/png") and min(size) > 500


def test_the_files_of_the_folder_are_listed_and_found_as_one_types(page, bridge):
    root = bridge.opening.root
    (root / "deep").mkdir()
    for name in ("deep/tree.json", "plan.json", "notes.log", ".hidden.json"):
        (root / name).write_text(json.dumps(DOCUMENT))

    def listed():
        return [button.text for button in page.all("#folderFiles button")]

    page.press("open")
    page.wait(lambda: listed() == ["plan.json", "deep/tree.json"])
    assert page.element("#openDialog .folder").text == str(root)
    page.screenshot("open-folder")
    page.element("#openPath").send_keys("TREE")
    page.wait(lambda: listed() == ["deep/tree.json"])
    page.keys(Keys.ENTER)
    page.wait(lambda: page.element("#name").text == "tree.json")
    page.press("open")
    page.wait(lambda: page.all("#folderFiles button"))
    page.element("#folderFiles button").click()
    page.wait(lambda: page.element("#name").text == "bot.json")
    page.press("saveAs")
    page.wait(lambda: len(page.all("#savePaths option")) == 3)
    assert page.element("#saveDialog .folder").text == str(root)


FLOW = "flowchart TD\n  a[Start] --> b[End]\n"


def test_a_file_of_another_program_stays_one(chromium, server, tmp_path):
    """Ctrl+S names what the format loses, once, and writes the format; it never writes the own one over it."""
    file = tmp_path / "flow.mmd"
    file.write_text(FLOW)
    with serving(Bridge(server, Opening.of(file))) as bridge:
        page = Page(chromium, bridge.url)
        move_and_save(page)
        page.wait(lambda: page.element("#lossesDialog").is_displayed())
        assert page.element("#lossesList li").text
        assert file.read_text() == FLOW
        page.element("#lossesDialog button[value=save]").click()
        page.wait(lambda: not page.element("#dirty").is_displayed())
        assert file.read_text().startswith("flowchart")
        move_and_save(page)
        page.wait(lambda: not page.element("#dirty").is_displayed())
        assert not page.element("#lossesDialog").is_displayed()
        assert file.read_text().startswith("flowchart")


def move_and_save(page):
    start = page.middle("a")
    page.move(start, by(start, 10, 0), by(start, 50, 25))
    page.wait(lambda: page.element("#dirty").is_displayed())
    page.press("save")


def test_a_journal_that_is_set_aside_later_is_said(page):
    page.run("nodewire.hear('document/journal', {journal: true, setAside: '.bot.json.nodewire/journal.1'})")
    page.wait(lambda: "kept in .bot.json.nodewire/journal.1" in page.element("#toasts .bad").text)
