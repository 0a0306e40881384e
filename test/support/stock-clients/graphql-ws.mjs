/** Follows with graphql-ws alone. */
export function start(follow, { query, after }, onChange) {
  const next = ({ data }) => onChange(data.payoutStatusChanged);
  follow({ query, variables: { after } }, { next, error: console.error, complete() {} });
}
