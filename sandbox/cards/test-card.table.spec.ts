import { isFinalH2h } from '../h2h/h2h-stage.schema.js';
import { cardRequest } from '../testing/card-request.js';
import { cardSchema } from './card.schema.js';
import { afterLastWrong, testCardNamed, testCardOf, testCards } from './test-card.table.js';

describe('test cards', () => {
  it.each(testCards)('$name can be sent, and is found by number and by name', ({ name, cardNumber }) => {
    expect(cardSchema.safeParse(cardRequest({ cardNumber })).success).toBe(true);
    expect(testCardOf(cardNumber).name).toBe(name);
    expect(testCardNamed(name).cardNumber).toBe(cardNumber);
  });

  it('every other number is declined, and every other name belongs to the unlisted card', () => {
    expect(testCardOf('4222222222222')).toMatchObject({ name: 'unlisted', inOrder: 'DECLINED' });
    expect(testCardNamed('a script of another version').name).toBe('unlisted');
  });

  it.each(testCards)(
    'the scripts of $name stay at their last stage and move on from every other',
    ({ stages, codes }) => {
      const scripts = [stages, codes.afterRight, codes.afterWrong, afterLastWrong].filter(({ length }) => length > 0);
      for (const script of scripts) {
        expect(script.map(({ stays }) => stays)).toEqual(script.map((_, index) => index === script.length - 1));
      }
    },
  );

  it.each(testCards)(
    '$name asks for another code after a wrong one exactly if it asks for codes at all',
    ({ stages, codes }) => {
      const asks = stages.some(({ isSmsRequired }) => isSmsRequired);
      const goesOn = codes.afterWrong.at(-1)?.isSmsRequired ?? false;
      expect(goesOn).toBe(asks);
      if (codes.right !== 'none') expect(isFinalH2h(codes.afterRight.at(-1)!.status)).toBe(true);
    },
  );
});
