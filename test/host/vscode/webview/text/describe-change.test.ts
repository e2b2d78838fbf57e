import { describe, expect, test } from 'vitest';
import {
  describeApprovalQuestion,
  nameQuestion,
  sayOffer,
} from '../../../../../src/host/vscode/webview/text/describe-change.js';

describe('a question about a tool of an MCP server', () => {
  test('names the tool and its server as they are spelled', () => {
    expect(describeApprovalQuestion('git_hub__get-sum', undefined)).toBe(
      'Use “get-sum” of the MCP server git_hub?',
    );
    expect(nameQuestion('git_hub__get-sum', undefined)).toBe(
      'Approval of “get-sum” of the MCP server git_hub',
    );
  });

  test('offers to allow that tool', () => {
    expect(sayOffer('every call of git_hub__list_issues')).toBe(
      'every call of “list_issues” of the MCP server git_hub',
    );
  });
});

test('a question about any other tool says it in words', () => {
  expect(describeApprovalQuestion('delete_file_or_folder', undefined)).toBe('Delete file or folder?');
  expect(sayOffer('every call of delete_file_or_folder')).toBe('every call of “delete a file or folder”');
});
