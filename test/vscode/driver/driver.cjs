// Calls the test that started this VS Code, and runs inside the extension host what it sends.
// Messages are JSON, one a line: { id, source, argument } in, { id, value } or { id, error } out.
const { connect } = require('node:net');
const { createInterface } = require('node:readline');
const vscode = require('vscode');

exports.activate = () => {
  const socket = connect(Number(process.env.TROUPE_TEST_PORT), '127.0.0.1');
  createInterface({ input: socket }).on('line', async (line) => {
    const { id, source, argument } = JSON.parse(line);
    let answer;
    try {
      const run = (0, eval)(`(${source})`);
      answer = { id, value: await run({ vscode, require }, argument) };
    } catch (error) {
      answer = { id, error: error?.stack ?? String(error) };
    }
    socket.write(`${JSON.stringify(answer)}\n`);
  });
};
