import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

// Keyed by the list field's nodes, which stay the same for a planned document.
const known = new WeakMap<readonly FieldNode[], ReadonlySet<string>>();

/** Returns the names of the fields selected of a list's items, by edges or nodes, ignoring directives. */
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
