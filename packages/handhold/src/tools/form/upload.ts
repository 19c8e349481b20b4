import { z } from 'zod';
import { act } from '../../acting/act.js';
import * as checks from '../../gate/checks.js';
import { valueText } from '../../gate/in-words.js';
import { activates } from '../../gate/risk.js';
import type { Target } from '../../page/targeting/find-target.js';
import { defineTool } from '../../tool.js';
import {
  atMostOneTarget,
  changes,
  outcomeShape,
  outcomeText,
  patience,
  quoted,
  target,
  targetOf,
} from '../shape.js';
import { attach, uploaded } from './attaching.js';

export interface UploadFields {
  target?: Target | undefined;
  paths: string[];
  timeout: number;
}

export const upload = defineTool({
  name: 'browser_upload',
  description: 'Give files to a file field, its button or a drop zone.',
  category: 'form',
  safety: 'high',
  destructive: true,
  input: z
    .strictObject({
      ...target,
      paths: z.array(z.string().max(1000)).min(1).max(50).describe('Inside the allowed folders'),
      timeout: patience(10_000),
    })
    .refine(...atMostOneTarget),
  output: z.object({ ...uploaded, ...outcomeShape, changes }),
  examples: [{ ref: '@e6', paths: ['report.pdf'] }],
  returns: 'The names of the files that were given.',
  timeout: 10_000,
  action: {
    type: 'upload',
    plan: (input): UploadFields => ({
      target: targetOf(input),
      paths: input.paths,
      timeout: input.timeout ?? 10_000,
    }),
    checks: { target: checks.optional(checks.target), paths: checks.each(checks.readableFile) },
    risk: activates,
    describe: () => 'uploading files',
    summarize: ({ target, paths }, nameOf) => {
      const to = target ? ` to ${nameOf(target)}` : '';
      return `uploading ${paths.map(valueText).join(', ')}${to}`;
    },
    perform: ({ target, paths }, stage) => act(stage, (turn) => attach(turn, target, paths)),
  },
  text: (data) => outcomeText(`gave ${quoted(data.files)} to ${data.element}`, data, data.changes),
});
