/** Uses system fonts and colours only, so that nothing is fetched and dark mode works. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #f3f4f6; --card: #ffffff; --ink: #14181f; --quiet: #5b6472; --line: #dde1e7;
  --accent: #1f5eff; --on-accent: #ffffff; --good: #0f7b45; --bad: #b3261e; --strip: #fff3cd; --on-strip: #5c4500;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1217; --card: #191e26; --ink: #eef1f5; --quiet: #9aa4b2; --line: #2c343f;
    --accent: #7aa2ff; --on-accent: #0b1530; --good: #58c98c; --bad: #ff8a80; --strip: #3a2f0b; --on-strip: #ffe08a;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
.simulation { margin: 0; padding: .6rem 1rem; background: var(--strip); color: var(--on-strip); text-align: center;
  font-size: .875rem; }
main { max-width: 56rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.5rem; }
.payment { max-width: 26rem; margin: 1rem auto; }
.purpose { margin: 0; color: var(--quiet); overflow-wrap: anywhere; }
.amount { margin: .25rem 0 1.25rem; font-size: clamp(2rem, 11vw, 2.75rem); font-weight: 700; line-height: 1.15;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.currency { font-size: .5em; font-weight: 600; color: var(--quiet); }
.outcome { margin: 0 0 .5rem; font-size: 1.25rem; font-weight: 650; }
.good { color: var(--good); } .bad { color: var(--bad); }
.small { color: var(--quiet); font-size: .8125rem; overflow-wrap: anywhere; }
button, .button { display: block; width: 100%; margin: .75rem 0 0; padding: .9rem 1rem; border-radius: 10px;
  border: 1px solid var(--line); background: transparent; color: inherit; font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; cursor: pointer; }
button.small-button { width: auto; margin: 0; padding: .3rem .75rem; border-radius: 8px; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
dl { display: grid; grid-template-columns: auto 1fr; gap: .35rem 1rem; margin: .5rem 0 0; }
dt { color: var(--quiet); } dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
.sheet { margin: 0 -1.5rem; padding: 1.25rem 1.5rem .25rem; border-top: 1px solid var(--line);
  border-radius: 22px 22px 0 0; box-shadow: 0 -8px 20px -14px var(--ink); }
.sheet-title { margin: 0; font-size: 1.1rem; font-weight: 700; }
button.wallet { background: var(--ink); border-color: var(--ink); color: var(--card); border-radius: 999px; }
button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
h1 { font-size: 1.5rem; margin: .5rem 0 1rem; } h2 { font-size: 1.1rem; margin: 0 0 .75rem; }
section { margin-bottom: 1.25rem; }
a { color: var(--accent); }
code, pre { font: .8125rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: .75rem 0; padding: .75rem; border: 1px solid var(--line); border-radius: 8px; white-space: pre-wrap; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
th, td { padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--quiet); font-weight: 600; }
td code { overflow-wrap: normal; white-space: nowrap; }
.card > :last-child { margin-bottom: 0; }
td.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
`;
