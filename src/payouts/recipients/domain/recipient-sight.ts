/** Whether a caller may learn whom others pay: to approve a payout, or to see who is paid. */
export function seesRecipients({ scopes }: { readonly scopes: ReadonlySet<string> }): boolean {
  return scopes.has('payouts:approve') || scopes.has('payouts:unmask');
}
