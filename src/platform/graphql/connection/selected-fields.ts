import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

// By the nodes of the list's field, which are the same whenever a document is carried out by its plan.
const known = new WeakMap<readonly FieldNode[], ReadonlySet<string>>();

/** The names of the fields that a query selects of the items of a list, by edges or as nodes, directives left aside. */
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
