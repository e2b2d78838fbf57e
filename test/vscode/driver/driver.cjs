// Calls the test that started this VS Code, and runs inside the extension host what it sends.
// Messages are JSON, one a line: { id, source, argument } in, { id, value } or { id, error } out.
const { connect } = require('node:net');
const { createInterface } = require('node:readline');
const { runInThisContext } = require('node:vm');
const vscode = require('vscode');

exports.activate = () => {
  const socket = connect(Number(process.env.TROUPE_TEST_PORT), '127.0.0.1');
  createInterface({ input: socket }).on('line', (line) => {
    void run(JSON.parse(line)).then((answer) => socket.write(`${JSON.stringify(answer)}\n`));
  });
};

async function run({ id, source, argument }) {
  try {
    const value = await runInThisContext(`(${source})`)({ vscode, require }, argument);
    return { id, value };
  } catch (error) {
    return { id, error: error?.stack ?? String(error) };
  }
}
