import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, longest first. Begun last, one of them would run while the other workers are done. */
const slow = [
  'packages/cli/test/shell',
  'packages/cli/test/mcp-http',
  'packages/cli/test/new-user',
  'packages/cli/test/mcp',
  'test/snippets',
  'packages/handhold/test/wait',
  'packages/handhold/test/profiles',
  'packages/handhold/test/secrets',
  'packages/handhold/test/injection',
  'packages/handhold/test/type',
  'packages/handhold/test/click',
  'packages/handhold/test/secret-places',
  'test/documents/flybrowser',
  'packages/handhold/test/cdp',
  'packages/cli/test/own-tools',
  'packages/cli/test/call',
  'packages/handhold/test/redaction',
  'test/documents/car',
  'test/documents/adapters',
  'packages/cli/test/mcp-questions',
  'packages/cli/test/safety-flags',
  'packages/cli/test/command-line',
  'packages/handhold/test/navigation',
  'packages/handhold/test/payments',
  'packages/handhold/test/secret-parts',
  'test/documents/ethos',
  'packages/handhold/test/abort',
  'packages/handhold/test/asked',
  'integrations/agent-browser/test/tools',
  'packages/handhold/test/tabs',
  'packages/cli/test/demo',
  'packages/cli/test/doctor',
];

function rank({ moduleId }: TestSpecification): number {
  const at = slow.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return at < 0 ? slow.length : at;
}

/** A clean clone has no durations to go by, so they are named here. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
