import { isVisibleChange, observe, type SeenStatus, type SessionProgress } from './session-progress.js';

const SENT_AT = new Date('2026-11-21T12:00:00Z');

const session = (overrides: Partial<SessionProgress> = {}): SessionProgress => ({
  status: 'PROCESSING',
  isSmsRequired: false,
  codeRound: 0,
  codeSentRound: 0,
  codeSentAt: null,
  isCodeTaken: false,
  pollsSinceCode: 0,
  lastCodeRejected: false,
  ...overrides,
});

const after = (seconds: number): Date => new Date(SENT_AT.getTime() + seconds * 1_000);

const asking: SeenStatus = { status: 'PROCESSING', isSmsRequired: true };
const unchanged: SeenStatus = { status: 'PROCESSING', isSmsRequired: false };

/** Applies the answers to a session one after the other, as if polled a second apart. */
const poll = (start: SessionProgress, answers: readonly SeenStatus[], secondsApart = 1): SessionProgress =>
  answers.reduce((known, seen, at) => observe(known, seen, after((at + 1) * secondsApart)), start);

const promptedOnce = poll(session(), [asking]);
const sent: SessionProgress = {
  ...promptedOnce,
  isSmsRequired: false,
  codeSentRound: 1,
  codeSentAt: SENT_AT,
};

describe('a polled session', () => {
  it("asks the payer once, however often a poll shows the bank's prompt", () => {
    expect(promptedOnce).toMatchObject({ isSmsRequired: true, codeRound: 1, lastCodeRejected: false });
    expect(poll(promptedOnce, [asking, asking, asking])).toEqual(promptedOnce);
  });

  it('stops asking the payer when the bank stops asking', () => {
    expect(poll(promptedOnce, [unchanged])).toMatchObject({ isSmsRequired: false, codeRound: 1 });
  });

  it("asks again if the bank's prompt returns although no code was sent, and rejects no code", () => {
    expect(poll(promptedOnce, [unchanged, asking])).toMatchObject({ codeRound: 2, lastCodeRejected: false });
  });

  it('takes a code as accepted when the flag disappears', () => {
    expect(poll(sent, [unchanged])).toMatchObject({ isSmsRequired: false, isCodeTaken: true, codeRound: 1 });
  });

  it('takes a code as rejected when the flag returns', () => {
    expect(poll(sent, [unchanged, asking])).toMatchObject({
      isSmsRequired: true,
      codeRound: 2,
      lastCodeRejected: true,
    });
  });

  it('waits a moment for the flag to disappear', () => {
    expect(poll(sent, [asking, asking, asking])).toMatchObject({ isSmsRequired: false, codeRound: 1 });
    expect(poll(sent, [asking], 15)).toMatchObject({ isSmsRequired: false, codeRound: 1 });
  });

  it('takes a code as rejected if the flag is still there ten seconds later', () => {
    expect(poll(sent, [asking, asking], 5)).toMatchObject({
      isSmsRequired: true,
      codeRound: 2,
      lastCodeRejected: true,
    });
  });

  it('starts a new round after each wrong code', () => {
    let known = sent;
    for (const round of [2, 3]) {
      known = poll(known, [unchanged, asking]);
      expect(known).toMatchObject({ codeRound: round, isSmsRequired: true, lastCodeRejected: true });
      known = { ...known, isSmsRequired: false, codeSentRound: round, codeSentAt: SENT_AT, lastCodeRejected: false };
    }
  });

  it.each(['SUCCESS', 'CANCELED', 'FAILED', 'EXPIRED'] as const)(
    'ends with %s and no longer asks for a code',
    (status) => {
      expect(observe(promptedOnce, { status, isSmsRequired: true }, after(1))).toMatchObject({
        status,
        isSmsRequired: false,
      });
    },
  );

  it('never moves back, and ignores an unknown status', () => {
    expect(observe(session(), { status: 'INITIALIZING', isSmsRequired: false }, after(1)).status).toBe('PROCESSING');
    expect(observe(session(), { status: 'UNRECOGNIZED', isSmsRequired: false }, after(1)).status).toBe('PROCESSING');
    expect(observe(session({ status: 'FAILED' }), { status: 'SUCCESS', isSmsRequired: false }, after(1)).status).toBe(
      'FAILED',
    );
  });

  it('leaves UNCONFIRMED when a poll shows that the bank has the card', () => {
    expect(observe(session({ status: 'UNCONFIRMED' }), asking, after(1))).toMatchObject({
      status: 'PROCESSING',
      isSmsRequired: true,
    });
  });
});

describe('changes to a session', () => {
  it.each<[Partial<SessionProgress>, boolean]>([
    [{}, false],
    [{ pollsSinceCode: 1 }, false],
    [{ isCodeTaken: true }, false],
    [{ status: 'SUCCESS' }, true],
    [{ isSmsRequired: true }, true],
    [{ codeRound: 1 }, true],
    [{ lastCodeRejected: true }, true],
  ])('whether %j is visible: %s', (change, isVisible) => {
    expect(isVisibleChange(session(), session(change))).toBe(isVisible);
  });
});
