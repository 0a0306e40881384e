import { contentFactsOf } from './content-change.js';

describe('facts about a change', () => {
  const before = { amount: '10', requisites: '***01', status: 'APPROVED' };
  const after = { amount: '12.50', requisites: '***02', status: 'AWAITING_APPROVAL', contentHash: 'x' };

  it('the facts about a change list the changed fields, with the values that the audit log keeps', () => {
    const changed = ['amount', 'note', 'recipient.requisites', 'recipient.name'];
    expect(contentFactsOf({ before, after: { ...after, changed } })).toEqual([
      { name: 'amount', before: '10', after: '12.50' },
      { name: 'note', before: null, after: null },
      { name: 'recipient.requisites', before: '***01', after: '***02' },
      { name: 'recipient.name', before: null, after: null },
    ]);
  });

  it('the facts about a change are empty if the log has none', () => {
    expect(contentFactsOf({ before: null, after: null })).toEqual([]);
  });
});
