import type { SignedDecimalString } from '../../../common/signed-decimal.js';
import type { RecordingChecks } from '../../rules/approval-reasons.service.js';
import { decideRecording } from './recording-decision.js';

const needed = { reason: null, approvalsNeeded: 0, evidence: {} };

const AVAILABLE = '100' as SignedDecimalString;

const FREE: RecordingChecks = {
  isKeyUsed: false,
  isExternalIdTaken: false,
  isGuessing: false,
  isCovered: true,
  available: AVAILABLE,
  needed,
};

describe('decideRecording', () => {
  it.each<[string, Partial<RecordingChecks>, object]>([
    ['a payout that nothing stops', {}, { kind: 'new', needed }],
    ['a used key, whatever else is wrong', { isKeyUsed: true, isGuessing: true, isCovered: false }, { kind: 'exists' }],
    ['a taken external id, whatever else is wrong', { isExternalIdTaken: true, isGuessing: true }, { kind: 'exists' }],
    ['a guess, whatever the balance', { isGuessing: true, isCovered: false }, { kind: 'guessing' }],
    ['an amount that is not covered', { isCovered: false }, { kind: 'not_covered', available: AVAILABLE }],
  ])('decides about %s', (_, checks, decision) => {
    expect(decideRecording({ ...FREE, ...checks })).toEqual(decision);
  });
});
