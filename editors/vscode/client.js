// Starts `moverlog lsp` for models and files of rules.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const settings = workspace.getConfiguration("moverlog");
  const server = { command: settings.get("path"), args: ["lsp", ...settings.get("arguments")] };
  const documentSelector = [{ language: "mover" }, { language: "mover-rules" }];
  client = new LanguageClient("moverlog", "moverlog", server, { documentSelector });
  await client.start();
};

exports.deactivate = () => client?.stop();
