// The module that VS Code loads. It alone asks for VS Code's API and hands it on, so that all others run anywhere.

"use strict";

const vscode = require("vscode");

exports.activate = async (/** @type {import("vscode").ExtensionContext} */ context) => {
  const { activate } = await import("./extension.js");
  return activate(vscode, context);
};
