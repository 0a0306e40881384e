import { z } from 'zod';

/** The interface documents all statuses ("H2H statuses") but no transitions; the test cards' scripts define them. */
export const h2hStatuses = ['INITIALIZING', 'PROCESSING', 'SUCCESS', 'CANCELLED', 'FAILED', 'EXPIRED'] as const;

export type H2hStatus = (typeof h2hStatuses)[number];
export type FinalH2hStatus = Exclude<H2hStatus, 'INITIALIZING' | 'PROCESSING'>;

/** The interface's H2H status object: exactly these two fields. */
export const h2hStatusSchema = z
  .strictObject({
    isSmsRequired: z.boolean().describe('true: the code the bank sent to the payer is wanted.'),
    status: z.enum(h2hStatuses),
  })
  .describe('How far the verification of the card is. It is not the status of the order.');

export const h2hStageSchema = h2hStatusSchema.extend({
  stays: z.boolean().describe('false: it is left once it was read, or once its time is over.'),
});

export type H2hStage = z.infer<typeof h2hStageSchema>;

export function isFinalH2h(status: H2hStatus): status is FinalH2hStatus {
  return status !== 'INITIALIZING' && status !== 'PROCESSING';
}

const passing = { isSmsRequired: false, stays: false } as const;
const staying = { isSmsRequired: false, stays: true } as const;

export const stages = {
  initializing: { ...passing, status: 'INITIALIZING' },
  stuck: { ...staying, status: 'INITIALIZING' },
  processing: { ...passing, status: 'PROCESSING' },
  codeWanted: { isSmsRequired: true, status: 'PROCESSING', stays: true },
  /** The bank is still checking a code: the flag stays set. */
  codeUnderCheck: { isSmsRequired: true, status: 'PROCESSING', stays: false },
  succeeded: { ...staying, status: 'SUCCESS' },
  cancelled: { ...staying, status: 'CANCELLED' },
  failed: { ...staying, status: 'FAILED' },
  expired: { ...staying, status: 'EXPIRED' },
} as const satisfies Readonly<Record<string, H2hStage>>;
