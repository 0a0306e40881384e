/**
 * Probabilities of the provider's faults: a fifth of the answers to creations, half of them for a payout that was
 * created and half for one that was not; a fifth of the read-backs; and half of the webhooks, which are only hints.
 */
const RATES = {
  createPayout: {
    dropAfterAccepting: 0.03,
    dropBeforeAccepting: 0.03,
    hangAfterAccepting: 0.02,
    answerSlowly: 0.01,
    serverErrorAfterAccepting: 0.02,
    serverErrorBeforeAccepting: 0.02,
    malformedAnswer: 0.02,
    refuse: 0.01,
    redirect: 0.01,
    tooManyRequests: 0.01,
    conflict: 0.01,
    requestTimeout: 0.01,
    webhookBeforeAnswer: 0.02,
  },
  readPayout: {
    answerSlowly: 0.02,
    drop: 0.04,
    hang: 0.01,
    serverError: 0.04,
    malformedAnswer: 0.03,
    tooManyRequests: 0.02,
    unknownStatus: 0.02,
    statusOnly: 0.02,
  },
  payoutWebhook: { lose: 0.2, delay: 0.1, duplicate: 0.05, corruptBody: 0.05, reorder: 0.05, forge: 0.05 },
};

/** Returns random faults for the sandbox's control API. */
export function chaosPlan(seed: string): object {
  // Longer than the timeout of 1.5 s, so that a slow answer arrives after its caller has given up.
  return { seed, rates: RATES, answerDelayMs: 2_500, webhookDelayMs: 4_000 };
}
