import type { DeskChangeRecord } from '../../../platform/events/status-change.js';
import { PayoutChangeModel } from './payout-change.model.js';

const CHANGE: DeskChangeRecord = {
  subjectType: 'PAYOUT',
  subjectId: '0197f2a4-0000-7000-8000-000000000001',
  aspects: ['CONTENT', 'HOLD', 'PROPOSAL'],
  position: { incarnation: 1, txId: 7n, id: 9n },
  occurredAt: new Date(0),
};

describe('changes to a payout', () => {
  it('aspects from the log get their names in the API', () => {
    expect(new PayoutChangeModel(CHANGE).aspects).toEqual(['CONTENT', 'LIMIT', 'CHANGE_REQUEST']);
  });
});
