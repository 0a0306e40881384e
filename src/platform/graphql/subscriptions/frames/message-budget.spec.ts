import { MessageBudget } from './message-budget.js';

describe('a budget of three messages a second', () => {
  it('allows three messages, refuses more for the rest of the second, and then allows three again', () => {
    let now = 0;
    const budget = new MessageBudget(3, () => now);
    const spend = (times: number): boolean[] => Array.from({ length: times }, () => budget.spend());
    expect(spend(5)).toEqual([true, true, true, false, false]);
    now = 999;
    expect(spend(1)).toEqual([false]);
    now = 1_000;
    expect(spend(4)).toEqual([true, true, true, false]);
  });
});
