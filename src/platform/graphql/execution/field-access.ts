/** Says who may see a field of an answer. The schema holds it in the extension `access` of the field. */
export type FieldAccess<Scope extends string = string> =
  /** A root field: the scope of the operation decides. */
  | { readonly kind: 'operation' }
  /** Every caller of the operation may see the field. */
  | { readonly kind: 'neutral' }
  | { readonly kind: 'scopes'; readonly anyOf: readonly Scope[] }
  /** Closed to all: the type is not listed. */
  | { readonly kind: 'closed' };
