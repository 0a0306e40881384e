/** Who may see a field of an answer. A schema says it in the extension `access` of the field. */
export type FieldAccess<Scope extends string = string> =
  /** A root field: the scope of the operation decides. */
  | { readonly kind: 'operation' }
  /** Anybody who may call the operation that the field belongs to. */
  | { readonly kind: 'neutral' }
  | { readonly kind: 'scopes'; readonly anyOf: readonly Scope[] }
  /** Closed to all: the type is not listed. */
  | { readonly kind: 'closed' };
