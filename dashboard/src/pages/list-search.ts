/** The filter of a list as its address holds it. */
export interface ListSearch<Status extends string> {
  readonly status?: Status;
  readonly search?: string;
}

/** Takes of an address what the list understands. The rest is named, or the router would leave it as it came. */
export function parseListSearch<Status extends string>(
  statuses: readonly Status[],
): (given: Record<string, unknown>) => ListSearch<Status> {
  return ({ status, search }) => ({
    status: statuses.find((known) => known === status),
    search: typeof search === 'string' && search !== '' ? search : undefined,
  });
}

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
