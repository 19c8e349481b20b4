import type { Deadline } from '../../deadline.js';
import { Failure } from '../../errors.js';
import { quote } from '../../gate/untrusted.js';
import type { LiveFrame } from '../frames/frames.js';
import type { Identity, Obstacle } from '../injected/protocol.js';
import { describe, type RefBook, type RefEntry } from '../refs/book.js';
import { formatRef } from '../refs/ref.js';

/** Obstacles between an action and its element, as errors for the model that reads them. */

/** An attempt to act on an element. */
interface Attempt {
  entry: RefEntry;
  /** The document in which the obstacle stands. */
  frame: LiveFrame;
  /** Gives refs to what is in the way. */
  book: RefBook | undefined;
  deadline: Deadline;
}

export function explainObstacle(found: Obstacle, attempt: Attempt): Failure {
  const what = describe(attempt.entry);
  switch (found.state) {
    case 'gone':
      return goneFrom(attempt.entry, found);
    case 'changed':
      return new Failure('stale_ref', `${what} has become ${found.now.role} ${quote(found.now.name)}.`, {
        hint: 'It is not what you were shown any more. Take a new browser_snapshot before acting on it.',
        details: { now: found.now },
      });
    case 'disabled':
      return new Failure('element_disabled', `${what} is disabled.`);
    case 'hidden':
      return new Failure('element_not_visible', `${what} can not be seen: ${found.why}.`);
    case 'moving':
      return new Failure(
        'timeout',
        `${what} did not stop moving within ${Math.round(attempt.deadline.budget)} ms.`,
      );
    case 'not_editable':
      return new Failure(
        'not_editable',
        `${what} can not be typed into: ${found.why}.`,
        fieldInstead(found, attempt),
      );
    case 'covered': {
      const { by } = found;
      const ref = refFor(by, attempt);
      return new Failure(
        'element_blocked',
        `${what} is covered by ${ref ? `${ref} ` : ''}${by.role} ${quote(by.name, 60)}.`,
        { details: { blockedBy: ref, role: by.role, name: by.name } },
      );
    }
  }
}

/** The field that was perhaps meant, as a hint. */
function fieldInstead({ field }: { field?: InTheWay }, attempt: Attempt) {
  const entry = field && attempt.book?.numberOne(attempt.frame, field.id, field, field.tag);
  if (!entry) return {};
  attempt.book?.show(entry.ref);
  return {
    hint: `It holds one field, ${describe(entry)}: type into that.`,
    details: { field: formatRef(entry.ref) },
  };
}

type InTheWay = Identity & { id: number; tag: string };

/** Gives it a ref that the agent may use. */
function refFor({ id, tag, ...identity }: InTheWay, { book, frame }: Attempt): string | undefined {
  const entry = book?.numberOne(frame, id, identity, tag);
  if (!entry) return undefined;
  book?.show(entry.ref);
  return formatRef(entry.ref);
}

/** Not there any more, or not in the row, item or group that it was shown in. */
export function goneFrom(
  entry: RefEntry,
  { belonged = '', belongs = '' }: { belonged?: string; belongs?: string } = {},
): Failure {
  if (!belonged && !belongs) return new Failure('stale_ref', `${describe(entry)} is no longer on the page.`);
  const was = belonged ? `belonged to ${quote(belonged, 100)}` : 'stood elsewhere';
  const now = belongs ? `it stands with ${quote(belongs, 100)} now` : 'that is not there any more';
  return new Failure('stale_ref', `${describe(entry)} ${was}; ${now}.`, {
    hint: 'It is not what you were shown any more. Take a new browser_snapshot and use the ref that stands there.',
    details: { belonged, belongs },
  });
}
