const UNPAID_ENDS = {
  DECLINED: 'The bank declined the payment. Nothing was charged.',
  CANCELED: 'The payment was cancelled. Nothing was charged.',
  EXPIRED: 'The payment took too long. Nothing was charged.',
  ABANDONED: 'The payment could not be started. Nothing was charged.',
};

const UNVERIFIED_ENDS = {
  FAILED: 'The bank did not accept it.',
  CANCELED: 'The check was cancelled.',
  EXPIRED: 'The check took too long.',
};

const UNKNOWN = {
  phase: 'UNKNOWN',
  headline: 'We do not know yet whether you paid',
  detail: 'This page shows it as soon as we do. Please wait, and do not pay again.',
};

const CHECKING = {
  phase: 'CHECKING',
  headline: 'Your card is being checked',
  detail: 'Keep this page open: your bank may ask you for a code.',
};

/**
 * Returns the payer's view of the latest update of the order and of its card. The card says what to do; only the order
 * says whether the money was paid.
 */
export function viewOf({ orderId, order, card, isSending, isLost }) {
  if (order?.status === 'PAID') {
    return { phase: 'PAID', tone: 'good', headline: 'Paid', detail: 'Thank you! Your tea is on its way.' };
  }
  if (isLost) {
    return {
      phase: 'LOST',
      tone: 'bad',
      headline: 'This payment cannot be shown',
      detail: 'If you entered a card for it, ask the shop before you pay again. Or reload this page in a moment.',
    };
  }
  if (order !== null && order.status in UNPAID_ENDS) return failed('Not paid', UNPAID_ENDS[order.status]);
  if (isSending) return CHECKING;
  if (orderId === null) return { phase: 'CARD', headline: '', detail: '' };
  if (order === null || card === null) return { phase: 'LOADING', headline: 'Looking for your payment…', detail: '' };
  return ofCard(card, order);
}

function ofCard(card, order) {
  switch (card.status) {
    case 'NOT_STARTED':
      return card.isBeingSent ? CHECKING : { phase: 'CARD', headline: '', detail: '' };
    case 'INITIALIZING':
    case 'PROCESSING':
      return card.isSmsRequired ? codeWanted(card) : CHECKING;
    case 'SUCCESS':
      if (order.status === 'UNRECOGNIZED') return UNKNOWN;
      return {
        phase: 'VERIFIED',
        headline: 'Your card is verified',
        detail: 'We are waiting for the money. Please do not pay again.',
      };
    case 'FAILED':
    case 'CANCELED':
      return unverified(card);
    case 'EXPIRED':
      // Purser only stopped waiting. The bank may still have charged the card.
      return card.cause === 'DEADLINE' ? UNKNOWN : unverified(card);
    default:
      return UNKNOWN;
  }
}

function codeWanted({ codeRound, lastCodeRejected }) {
  if (lastCodeRejected) {
    return {
      phase: 'CODE',
      tone: 'bad',
      headline: 'That code was wrong',
      detail: `Please look at the message of your bank and enter the code again. This is try ${codeRound}.`,
    };
  }
  const another = codeRound > 1 ? ` This is code ${codeRound}; the ones before no longer count.` : '';
  return {
    phase: 'CODE',
    headline: 'Your bank asks for a code',
    detail: `Enter the code that your bank has sent you.${another}`,
  };
}

function unverified({ status }) {
  return failed('The card was not verified', UNVERIFIED_ENDS[status]);
}

function failed(headline, detail) {
  return { phase: 'FAILED', tone: 'bad', headline, detail };
}
