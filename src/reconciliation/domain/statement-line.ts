/** What a line of a statement turned out to be about. */
export type StatementLineOutcome = 'OURS' | 'UNKNOWN_PAYOUT' | 'ABSENT' | 'GIVEN_UP';
