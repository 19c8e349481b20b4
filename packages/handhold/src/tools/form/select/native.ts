import { Failure } from '../../../errors.js';
import { quote } from '../../../gate/untrusted.js';
import {
  absent,
  type Choosing,
  type Chosen,
  chosen,
  confirmChoice,
  onlyOne,
  optionDisabled,
  unlessGone,
} from './choosing.js';

/** Chooses from a list of the browser's own, which opens in no document. */
export async function chooseNative(choosing: Choosing): Promise<Chosen> {
  const { turn, control, element, values, agreed, soFar } = choosing;
  const { live, deadline } = turn;
  const { id, frame } = control.entry;
  await live.aimAt(control, 'edit', turn);
  soFar.sent = true;
  const result = await frame.world.call(deadline, 'chooseNative', id, values, agreed);
  switch (result.state) {
    case 'gone':
      throw live.obstacle(result, control.entry, deadline).withSideEffect('none');
    case 'single':
      throw onlyOne(element);
    case 'off':
      throw optionDisabled(element, result.label);
    case 'absent':
      throw absent(element, result.value, result.labels, result.total).withSideEffect('none');
    case 'several':
      throw new Failure(
        'action_validation_error',
        `${element} has more than one option ${quote(result.value, 60)}.`,
        { hint: "Give the option's value instead of its label.", sideEffect: 'none' },
      );
    case 'selected': {
      const { selected } = result;
      const data = chosen(choosing, selected);
      return {
        data,
        verify: async (late) => {
          const labels = await unlessGone(frame.world.call(late, 'chosenNative', id));
          return { data: labels ? confirmChoice(choosing, selected, labels) : data };
        },
      };
    }
  }
}
