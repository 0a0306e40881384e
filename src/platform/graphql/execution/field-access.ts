/** The access rule of a field, read from the schema extension `access`. */
export type FieldAccess<Scope extends string = string> =
  /** A root field: access depends on the operation's scope. */
  | { readonly kind: 'operation' }
  /** Everyone who may run the operation may see the field. */
  | { readonly kind: 'neutral' }
  | { readonly kind: 'scopes'; readonly anyOf: readonly Scope[] }
  /** Denied to everyone, because the type is missing from the list of types. */
  | { readonly kind: 'closed' };
