'use strict';

const vscode = require('vscode');

const { repository, version } = require('./package.json');

const guide = `${repository.url}/blob/v${version}/docs/install.md`;
const [install, settings] = ['How to install it', 'Open settings'];

/** Says that the program is not there, and leads to what helps. */
async function sayMissing(program) {
  const message = `${program} cannot be run: is it installed? The setting lunadiff.path names it where it is not on the search path`;
  const chosen = await vscode.window.showErrorMessage(message, install, settings);
  if (chosen === install) await vscode.env.openExternal(vscode.Uri.parse(guide));
  if (chosen === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'lunadiff.path');
}

/** Whether an error of the system says that there is no such program, or none that may be run. */
const isMissing = (error) => ['ENOENT', 'EACCES', 'ENOEXEC', 'ENOTDIR'].includes(error?.code);

module.exports = { sayMissing, isMissing };
