import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, longest first. Begun last, one of them would run while the other workers are done. */
const slow = [
  'packages/cli/test/shell',
  'packages/cli/test/mcp',
  'packages/cli/test/mcp-http',
  'packages/cli/test/call',
  'packages/handhold/test/click',
  'packages/handhold/test/cdp',
  'packages/handhold/test/profiles',
  'packages/handhold/test/wait',
  'packages/cli/test/safety-flags',
  'packages/handhold/test/navigation',
  'packages/handhold/test/injection',
  'integrations/agent-browser/test/tools',
  'packages/handhold/test/tabs',
  'packages/cli/test/demo',
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
