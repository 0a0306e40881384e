import { classifyMove } from '../../common/state-machine.js';
import type { H2hStatusWord } from '../../provider/profile/status-words.js';
import { H2H_STATES, type H2hStatus, isFinalH2hStatus } from './h2h-status.js';

export interface SessionProgress {
  readonly status: H2hStatus;
  readonly isSmsRequired: boolean;
  /** How many times the bank has asked for a code. */
  readonly codeRound: number;
  /** The last round in which a code was sent. Equal to `codeRound` until the result of that code is known. */
  readonly codeSentRound: number;
  readonly codeSentAt: Date | null;
  /** The bank has stopped asking since the last code, which it accepted or rejected. */
  readonly isCodeTaken: boolean;
  /** Number of polls since the last code in which the bank still asked. */
  readonly pollsSinceCode: number;
  readonly lastCodeRejected: boolean;
}

export function progressOf(row: SessionProgress): SessionProgress {
  const { status, isSmsRequired, codeRound, codeSentRound, codeSentAt, isCodeTaken, pollsSinceCode, lastCodeRejected } =
    row;
  return { status, isSmsRequired, codeRound, codeSentRound, codeSentAt, isCodeTaken, pollsSinceCode, lastCodeRejected };
}

export interface SeenStatus {
  readonly status: H2hStatusWord;
  readonly isSmsRequired: boolean | null;
}

// The flag may take a moment to disappear. If the second poll, at least ten seconds after the code, still shows it, the
// code was wrong.
const POLLS_UNTIL_REJECTED = 2;
const MS_UNTIL_REJECTED = 10_000;

/**
 * Applies a poll's answer to a session. The provider answers even a wrong code with success and then asks again. So a
 * flag that returns, or never disappears, means that the code was rejected, and starts a new round.
 */
export function observe(known: SessionProgress, seen: SeenStatus, now: Date): SessionProgress {
  const status = nextStatus(known.status, seen.status);
  if (isFinalH2hStatus(status)) return { ...known, status, isSmsRequired: false };
  if (seen.isSmsRequired === null) return { ...known, status };
  if (!seen.isSmsRequired) {
    return { ...known, status, isSmsRequired: false, isCodeTaken: known.isCodeTaken || awaitsVerdict(known) };
  }
  if (known.isSmsRequired) return { ...known, status };
  if (!awaitsVerdict(known)) return nextRound({ ...known, status }, { isRejected: false });
  if (known.isCodeTaken) return nextRound({ ...known, status }, { isRejected: true });
  const pollsSinceCode = known.pollsSinceCode + 1;
  const elapsedMs = known.codeSentAt === null ? Infinity : now.getTime() - known.codeSentAt.getTime();
  const isRejected = pollsSinceCode >= POLLS_UNTIL_REJECTED && elapsedMs >= MS_UNTIL_REJECTED;
  return isRejected ? nextRound({ ...known, status }, { isRejected }) : { ...known, status, pollsSinceCode };
}

/** Whether anything changed that the payer or an operator can see. */
export function isVisibleChange(before: SessionProgress, after: SessionProgress): boolean {
  return (
    before.status !== after.status ||
    before.isSmsRequired !== after.isSmsRequired ||
    before.codeRound !== after.codeRound ||
    before.lastCodeRejected !== after.lastCodeRejected
  );
}

/** The problem shown to the payer and the merchant if the session may send no more codes. */
export function noCodesLeft(maxCodes: number): string {
  return (
    `${maxCodes} codes were sent, which is the limit. Wait for the provider to end the verification; ` +
    'retryOrder then makes a new order.'
  );
}

function nextStatus(known: H2hStatus, seen: H2hStatusWord): H2hStatus {
  if (seen === 'UNRECOGNIZED' || classifyMove(H2H_STATES, known, seen) === 'refused') return known;
  return seen;
}

function awaitsVerdict({ codeRound, codeSentRound }: SessionProgress): boolean {
  return codeRound > 0 && codeSentRound === codeRound;
}

function nextRound(known: SessionProgress, { isRejected }: { readonly isRejected: boolean }): SessionProgress {
  return {
    ...known,
    isSmsRequired: true,
    codeRound: known.codeRound + 1,
    isCodeTaken: false,
    pollsSinceCode: 0,
    lastCodeRejected: isRejected,
  };
}
