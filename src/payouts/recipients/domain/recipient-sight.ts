/** Whether a caller may learn whom others pay, because they approve payouts or may see recipients. */
export function seesRecipients({ scopes }: { readonly scopes: ReadonlySet<string> }): boolean {
  return scopes.has('payouts:approve') || scopes.has('payouts:unmask');
}
