"""The npm packages of the TypeScript client and of the server, and the package of the extension of VS Code."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, List
from xml.sax.saxutils import quoteattr

from packages.archives import ROOT, File, Files, tarred, tree, zipped
from packages.server import ReleaseError, Server

CLIENT = ROOT / "clients" / "typescript"
EXTENSION = ROOT / "clients" / "vscode"
KINDS = {".json": "application/json", ".png": "image/png", ".vsixmanifest": "text/xml", ".xml": "text/xml"}


def manifest(folder: Path) -> Dict[str, Any]:
    found: Dict[str, Any] = json.loads((folder / "package.json").read_text("utf-8"))
    return found


def npm_name() -> str:
    package = manifest(CLIENT)
    return f"{package['name']}-{package['version']}.tgz"


def npm() -> bytes:
    """The package of the client: sources, and declarations that the compiler of TypeScript makes."""
    sys.path.insert(0, str(CLIENT))
    from pack import PackError, pack

    with tempfile.TemporaryDirectory() as folder:
        try:
            pack(Path(folder))
        except PackError as error:
            raise ReleaseError(str(error)) from error
        return tarred(tree(Path(folder), "package/"))


def server_name(server: Server) -> str:
    return f"nodewire-server-{server.target}-{server.version}.tgz"


def server_package(server: Server) -> bytes:
    """The package of the server: a command of npm, with the page. npm installs it only on machines of its kind."""
    system, machine = server.target.split("-")
    about = {
        "name": "nodewire-server",
        "version": server.version,
        "description": "The server of Nodewire, a node editor without a screen, with its page",
        "bin": {"nodewire": "bin/nodewire"},
        "os": [system],
        "cpu": [machine],
    }
    text = "# The server of Nodewire\n\n`npx nodewire help` lists its commands; `npx nodewire open FILE` shows a file in a browser.\n"
    files = {"package.json": File(json.dumps(about, indent=2).encode() + b"\n"), "README.md": File(text.encode())}
    files["bin/nodewire"] = File(server.data, is_program=True)
    files.update(tree(ROOT / "clients" / "web" / "page", "share/nodewire/page/"))
    return tarred({f"package/{path}": file for path, file in files.items()})


def vsix_name(server: Server) -> str:
    package = manifest(EXTENSION)
    return f"{package['publisher']}.{package['name']}-{server.target}-{package['version']}.vsix"


def vsix(server: Server) -> bytes:
    """The extension: the server, the files in `files` of its manifest with links followed, and the two lists for VS Code."""
    package = manifest(EXTENSION)
    files: Files = {"extension/package.json": File((EXTENSION / "package.json").read_bytes())}
    for name in package["files"]:
        place = EXTENSION / name
        if not place.exists():
            raise ReleaseError(f"{place} is listed and not there")
        if place.is_dir():
            files.update(tree(place, f"extension/{name}/"))
        else:
            files[f"extension/{name}"] = File(place.read_bytes())
    files["extension/bin/nodewire"] = File(server.data, is_program=True)
    files["extension.vsixmanifest"] = File(described(package, server.target).encode())
    files["[Content_Types].xml"] = File(content_types(files).encode())
    return zipped(files)


def described(package: Dict[str, Any], target: str) -> str:
    """The manifest in the form of Visual Studio's packages (VSIX 2.0)."""
    identity = (
        f"Language=\"en-US\" Id={quoteattr(package['name'])} Version={quoteattr(package['version'])} "
        f"Publisher={quoteattr(package['publisher'])} TargetPlatform={quoteattr(target)}"
    )
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity {identity}/>
    <DisplayName>{package["displayName"]}</DisplayName>
    <Description xml:space="preserve">{package["description"]}</Description>
    <Categories>{",".join(package["categories"])}</Categories>
    <Icon>extension/{package["icon"]}</Icon>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(package["engines"]["vscode"])}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value={quoteattr(",".join(package["extensionKind"]))}/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/{package["icon"]}" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def content_types(files: Files) -> str:
    endings = sorted({Path(path).suffix for path in files if Path(path).suffix})
    kinds: List[str] = [
        f'<Default Extension="{ending}" ContentType="{KINDS.get(ending, "application/octet-stream")}"/>' for ending in endings
    ]
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="{types}">{"".join(kinds)}</Types>\n'
