import { type CallOutcome, explainReason } from '../../provider/port/call-outcome.js';

export interface SendingRefusal {
  readonly code: 'PROVIDER_REFUSED' | 'PROVIDER_NOT_REACHED' | 'PROVIDER_OUTCOME_UNKNOWN';
  readonly message: string;
}

/** Explains why the bank may not have a card or code that was sent; null if the bank has it. */
export function sendingRefusal(outcome: CallOutcome<unknown>, sent: 'card' | 'code'): SendingRefusal | null {
  switch (outcome.kind) {
    case 'accepted':
      return null;
    case 'refused': {
      const reason = outcome.message ?? 'no reason given';
      const message = `The provider refused the ${sent} (${outcome.httpStatus}): ${reason}`;
      return { code: 'PROVIDER_REFUSED', message };
    }
    case 'not_sent':
      return { code: 'PROVIDER_NOT_REACHED', message: `Nothing was sent to the provider (${outcome.reason}).` };
    case 'unknown': {
      const unusable = `The provider gave no usable answer to the ${sent} (${explainReason(outcome)})`;
      return {
        code: 'PROVIDER_OUTCOME_UNKNOWN',
        message: `${unusable}. Purser polls whether the bank has it.`,
      };
    }
  }
}
