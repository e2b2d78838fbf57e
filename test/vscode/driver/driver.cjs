// Calls the test that started this VS Code, and runs inside the extension host what it sends.
// It also has a tool that looks like one of an MCP server, as extensions bring them along.
// Messages are JSON, one a line: { id, source, argument } in, { id, value } or { id, error } out.
const { connect } = require('node:net');
const { createInterface } = require('node:readline');
const { runInThisContext } = require('node:vm');
const vscode = require('vscode');

exports.activate = () => {
  vscode.lm.registerTool('mcp_elsewhere_echo', {
    invoke: ({ input }) =>
      new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(`Echo: ${input.text}`)]),
  });
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
