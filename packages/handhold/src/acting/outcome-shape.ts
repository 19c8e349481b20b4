import { z } from 'zod';

/** A JavaScript dialog of a page. */
export const dialogShape = z.object({
  type: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']),
  message: z.string(),
  defaultValue: z.string().optional(),
  origin: z.string(),
});

/** The difference in what the agent sees; a whole page after a navigation. */
export const changes = z.string().describe('What changed: + new, ~ different, - gone');

/** The answer of every page-changing tool, besides its own part and the changes: verified, in the same call. */
export const outcomeShape = {
  url: z.string(),
  title: z.string(),
  /** Set when the changes are a page the agent has not seen: how much of it is shown. */
  page: z.object({ shown: z.number(), elements: z.number() }).optional(),
  dialog: dialogShape.optional(),
  /** Dialogs that were answered by policy, such as "leave this page?". */
  answeredDialogs: z.array(dialogShape.extend({ answer: z.string() })).optional(),
  newTab: z
    .object({
      tab: z.string(),
      title: z.string(),
      url: z.string(),
      /** Set where the tab before is still the current one. */
      followed: z.literal(false).optional(),
    })
    .optional(),
  download: z
    .object({
      id: z.string(),
      name: z.string(),
      url: z.string(),
      size: z.number().optional(),
      failure: z.string().optional(),
    })
    .optional(),
  /** The page asked for a file, and waits for none. */
  asksForFile: z.boolean().optional(),
  consoleErrors: z.array(z.string()).optional(),
  failedRequests: z.array(z.string()).optional(),
  /** How many images, fonts and the like did not come, that the page works as well without. */
  failedDecoration: z.number().optional(),
  /** Hosts that were asked for and that the policy kept out of reach. */
  blocked: z.array(z.object({ url: z.string(), why: z.string() })).optional(),
  healed: z.string().optional(),
  /** Fields that the browser holds to be wrong, and why: they keep a form from being submitted. */
  invalid: z.array(z.object({ element: z.string(), message: z.string() })).optional(),
  pending: z.array(z.string()).optional(),
  /** Changes of the page that no line tells, in our own words. */
  besides: z.array(z.string()).optional(),
};

const outcome = z.object({ ...outcomeShape, changes });

/** The part of a result that all page-changing tools share. */
export type Outcome = z.output<typeof outcome>;

export type TabReport = NonNullable<Outcome['newTab']>;
