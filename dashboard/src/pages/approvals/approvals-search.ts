/** The approvals as their address holds them: the filter, and the payout beside the list. */
export interface ApprovalsSearch {
  readonly search?: string;
  /** Only those that the caller may approve. */
  readonly mine?: true;
  readonly payout?: string;
}

export function parseApprovalsSearch({ mine, payout, search }: Record<string, unknown>): ApprovalsSearch {
  return {
    search: typeof search === 'string' && search !== '' ? search : undefined,
    mine: mine === true ? true : undefined,
    payout: typeof payout === 'string' ? payout : undefined,
  };
}
