// Starts `moverlog lsp` for models and files of rules, and for C programs if that is wished.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const settings = workspace.getConfiguration("moverlog");
  const server = { command: settings.get("path"), args: ["lsp", ...settings.get("arguments")] };
  const languages = ["mover", "mover-rules", ...(settings.get("c") ? ["c"] : [])];
  const documentSelector = languages.map((language) => ({ language }));
  client = new LanguageClient("moverlog", "moverlog", server, { documentSelector });
  await client.start();
};

exports.deactivate = () => client?.stop();
