/** The access rule of a field, from the schema's extension `access`. */
export type FieldAccess<Scope extends string = string> =
  /** A root field: the operation's scope decides. */
  | { readonly kind: 'operation' }
  /** Every caller of the operation may see it. */
  | { readonly kind: 'neutral' }
  | { readonly kind: 'scopes'; readonly anyOf: readonly Scope[] }
  /** Closed to everyone: the type is not listed. */
  | { readonly kind: 'closed' };
