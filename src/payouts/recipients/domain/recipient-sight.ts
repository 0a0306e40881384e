/** Whether a caller may see whom others pay, because the caller approves payouts or may see recipients. */
export function seesRecipients({ scopes }: { readonly scopes: ReadonlySet<string> }): boolean {
  return scopes.has('payouts:approve') || scopes.has('payouts:unmask');
}
