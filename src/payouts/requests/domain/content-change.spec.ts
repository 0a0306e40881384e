import { contentFactsOf } from './content-change.js';

describe('facts of a change', () => {
  const before = { amount: '10', requisites: '***01', status: 'APPROVED' };
  const after = { amount: '12.50', requisites: '***02', status: 'AWAITING_APPROVAL', contentHash: 'x' };

  it('the facts of a change are its changed fields, with the values that are kept', () => {
    const changed = ['amount', 'note', 'recipient.requisites', 'recipient.name'];
    expect(contentFactsOf({ before, after: { ...after, changed } })).toEqual([
      { name: 'amount', before: '10', after: '12.50' },
      { name: 'note', before: null, after: null },
      { name: 'recipient.requisites', before: '***01', after: '***02' },
      { name: 'recipient.name', before: null, after: null },
    ]);
  });

  it('facts of a change are empty if none were recorded', () => {
    expect(contentFactsOf({ before: null, after: null })).toEqual([]);
  });
});
