import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

// Keyed by the AST nodes of the list field, which stay the same for a document that has a plan.
const known = new WeakMap<readonly FieldNode[], ReadonlySet<string>>();

/** Returns the names of the fields that are selected for a list's items, through edges or nodes. Ignores directives. */
export function selectedOfItems({
  fieldNodes,
  fragments,
}: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): ReadonlySet<string> {
  const selected = known.get(fieldNodes);
  if (selected) return selected;
  const ofPage = fieldsIn(fieldNodes, fragments);
  const ofEdges = fieldsIn(named('edges', ofPage), fragments);
  const ofItems = fieldsIn([...named('nodes', ofPage), ...named('node', ofEdges)], fragments);
  const names = new Set(ofItems.map(({ name }) => name.value));
  known.set(fieldNodes, names);
  return names;
}

function named(name: string, fields: readonly FieldNode[]): FieldNode[] {
  return fields.filter((field) => field.name.value === name);
}

function fieldsIn(fields: readonly FieldNode[], fragments: Fragments): FieldNode[] {
  return fields.flatMap(({ selectionSet }) => selectionSet?.selections.flatMap((one) => inPlace(one, fragments)) ?? []);
}

function inPlace(selection: SelectionNode, fragments: Fragments): readonly FieldNode[] {
  if (selection.kind === Kind.FIELD) return [selection];
  const { selectionSet } =
    selection.kind === Kind.INLINE_FRAGMENT ? selection : (fragments[selection.name.value] ?? {});
  return selectionSet?.selections.flatMap((one) => inPlace(one, fragments)) ?? [];
}
