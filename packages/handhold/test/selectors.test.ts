import fc from 'fast-check';
import { RequestValidator } from 'handhold';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useBrowser } from './agent.js';

const bench = useBrowser();
const answer = z.object({ value: z.array(z.boolean()) });

beforeAll(() => bench.lasting().does('browser_navigate', { url: 'about:blank' }));

/** Which of them the browser itself takes. */
async function inBrowser(
  selectors: readonly string[],
  read = 'document.querySelector(selector)',
): Promise<boolean[]> {
  const script = `${JSON.stringify(selectors)}.map((selector) => {
    try { ${read}; return true; } catch { return false; }
  })`;
  return answer.parse((await bench.lasting().call('browser_evaluate', { script })).data).value;
}

const validator = new RequestValidator();

/** What the validator has against it; nothing if it takes it. */
function complaint(selector: string): string | undefined {
  const { errors } = validator.validate({ type: 'click', selector });
  expect(errors.map(({ code }) => code)).toEqual(errors.map(() => 'invalid_selector'));
  return errors[0]?.message;
}

/** In two points it is stricter than browsers: they close what is left open, and forgive anything in :is() and :where(). */
function mayDiffer(selector: string, against: string | undefined): boolean {
  if (against === undefined) return false;
  return against.endsWith('is not closed.') || /:(is|where)\(/i.test(selector);
}

const word = fc.constantFrom(...'a b-c _d --e É f1 \\31 23 g\\:h i j\\,k li INPUT x-card'.split(' '));
const blank = fc.constantFrom('', '', '', ' ', '  ', '\n', '/* , */');
const text = fc.constantFrom(
  '"q"',
  "'it'",
  '""',
  '"a]b"',
  '"onerror=alert(1)"',
  "'a\\'b'",
  '"javascript:void(0)"',
);
const attribute = fc
  .tuple(
    blank,
    fc.constantFrom('', '', '', '*|', '|'),
    word,
    blank,
    fc.option(
      fc.tuple(
        fc.constantFrom('=', '~=', '|=', '^=', '$=', '*='),
        blank,
        fc.oneof(word, text),
        blank,
        fc.constantFrom('', '', ' i', ' I'),
      ),
    ),
  )
  .map(
    ([before, space, name, after, test]) => `[${before}${space}${name}${after}${test ? test.join('') : ''}]`,
  );
const plain = fc.constantFrom(
  ...'hover FOCUS first-child checked root only-of-type user-invalid -webkit-any-link popover-open'.split(
    ' ',
  ),
);
const nth = fc.constantFrom('2', '+5', 'odd', 'EVEN', '2n+1', '-n + 3', 'n', ' 3n- 1 ', '-2n-4', '+n');

const { list } = fc.letrec<{
  list: string;
  complex: string;
  compound: string;
  simple: string;
  pseudo: string;
}>((tie) => ({
  list: fc.array(tie('complex'), { minLength: 1, maxLength: 3 }).map((all) => all.join(', ')),
  complex: fc
    .tuple(
      tie('compound'),
      fc.array(fc.tuple(fc.constantFrom(' ', '>', ' + ', '~ ', ' /**/ '), tie('compound')), { maxLength: 2 }),
    )
    .map(([first, rest]) => first + rest.flat().join('')),
  compound: fc
    .tuple(
      fc.constantFrom('', 'div', '*', '*|a', '|b'),
      fc.array(tie('simple'), { minLength: 1, maxLength: 3 }),
    )
    .map(([type, rest]) => type + rest.join('')),
  simple: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word.map((name) => `.${name}`),
    word.map((name) => `#${name}`),
    attribute,
    plain.map((name) => `:${name}`),
    tie('pseudo'),
  ),
  pseudo: fc.oneof(
    nth.map((pattern) => `:nth-child(${pattern})`),
    nth.map((pattern) => `:nth-last-of-type(${pattern})`),
    fc.tuple(nth, tie('complex')).map(([pattern, of]) => `:nth-last-child(${pattern} of ${of})`),
    word.map((name) => `:lang(${name})`),
    fc
      .tuple(fc.constantFrom('not', 'is', 'where', 'IS'), tie('list'))
      .map(([name, inner]) => `:${name}(${inner})`),
    fc
      .tuple(fc.constantFrom('', '> ', '+', ' ~'), tie('compound'))
      .map(([by, inner]) => `:has(${by}${inner})`),
  ),
}));

const odd = fc.constantFrom(
  ...'#.:,>+~*|[]()=^$"\'\\ \n<>{}!@%&;-/0a'.split(''),
  '::',
  '||',
  '/*',
  '*/',
  'of',
  'expression(',
  'url(',
  '\\9 ',
  '5',
  'é',
);
/** A selector with something left out, put in or put in place of something else. */
const spoilt = fc
  .tuple(
    list,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.oneof(odd, fc.constant(''))), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([whole, changes]) =>
    changes.reduce((now, [where, length, by]) => {
      const at = where % (now.length + 1);
      return now.slice(0, at) + by + now.slice(at + length);
    }, whole),
  );
const soup = fc
  .array(
    fc.oneof(
      odd,
      word,
      plain.map((name) => `:${name}`),
      attribute,
      nth,
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''));

/** Not CSS to us, or too little of anything. */
const isCss = (selector: string) =>
  selector.trim() !== '' && !/^\s*(\/\/|@?e\d)/.test(selector) && selector.length <= 1000;

function check(kind: fc.Arbitrary<string>) {
  const many = fc.array(kind.filter(isCss), { minLength: 150, maxLength: 150 });
  return fc.assert(
    fc.asyncProperty(many, async (selectors) => {
      const verdicts = await inBrowser(selectors);
      const others = selectors.flatMap((selector, i) => {
        const against = complaint(selector);
        if ((against === undefined) === verdicts[i] || mayDiffer(selector, against)) return [];
        return [{ selector, against }];
      });
      expect(others).toEqual([]);
    }),
    { numRuns: 10, endOnFailure: true },
  );
}

describe('a selector is judged as the browser would judge it', () => {
  it('by its grammar', () => check(list));
  it('when something is wrong with it', () => check(spoilt));
  it('whatever it is', () => check(soup));
});

describe('what selectors may name', () => {
  const classes =
    `active any-link autofill before blank checked closed contains current default defined disabled empty enabled
    first first-child first-letter first-of-type focus focus-visible focus-within fullscreen future has-text host hover
    in-range indeterminate invalid is last-child last-of-type left link local-link marker matches modal not nth-child only-child
    only-of-type open optional out-of-range past paused picture-in-picture placeholder placeholder-shown playing popover-open
    read-only read-write required right root scope state target target-within user-invalid user-valid valid visible visited
    where window-inactive -moz-any-link -webkit-any-link -webkit-autofill -webkit-nothing --own`.split(/\s+/);
  const elements =
    `after backdrop before checked cue details-content file-selector-button first-line grammar-error hover icon
    marker part placeholder selection slotted spelling-error target-text view-transition -moz-selection
    -webkit-search-cancel-button`.split(/\s+/);
  const functions =
    `:is(); :where(); :not(); :has(); :not(a, b); :not(a,); :has(> a, ~ b); :has(a:has(b)); :is(:has(a):has(b))
    :not(> a); :not(a::before); :has(::before); :lang(); :lang(en); :dir(ltr); :dir(); :state(a); :state(a, b); :host(a)
    :host(a b); :host(); :host-context(.a); :nth-child(); :nth-child(2 of a, b); :nth-child(2 of); :nth-of-type(2 of a)
    :nth-child(+ 5); :nth-child(n- 1); :nth-child(2n 1); :nth-child(1.5); :nth-child(2n/**/+1); :matches(a); :contains("a")
    :has-text("a"); :expression(1); ::part(a b); ::part(); ::part(a):hover; ::part(a)::before; ::part(a).b; ::slotted(a)
    ::slotted(a b); ::slotted(a)::after; ::highlight(a); ::picker(select); ::before::marker; ::before::after; ::before:hover
    ::before.a; a::before b; a::before > b; a::before, b; :before.a; :before:hover; ::-webkit-scrollbar:horizontal
    ::view-transition-group(a); ::view-transition-old(*)`.split(/; |\n\s*/);

  it.each([
    ['pseudo-classes', classes.map((name) => `:${name}`)],
    ['pseudo-elements', elements.map((name) => `a::${name}`)],
    ['what takes something', functions],
  ])('%s', async (_what, selectors) => {
    const ours = selectors.map((selector) => [selector, complaint(selector) === undefined]);
    const verdicts = await inBrowser(selectors);
    expect(ours).toEqual(selectors.map((selector, i) => [selector, verdicts[i]]));
  });
});

describe('an XPath is judged as the browser would judge it', () => {
  const name = fc.constantFrom(...'a div svg x-card and or div mod text node comment É h.1 self'.split(' '));
  const gap = fc.constantFrom('', '', '', ' ', '\n');
  const literal = fc.constantFrom('"q"', "'it'", '""', '"a]b"', "'//'");
  const { path: whole } = fc.letrec<{
    path: string;
    step: string;
    test: string;
    value: string;
    call: string;
  }>((tie) => ({
    path: fc
      .tuple(
        fc.constantFrom('//', '//', './/', '/', ''),
        fc.array(tie('step'), { minLength: 1, maxLength: 3 }),
      )
      .map(([start, steps]) => start + steps.join('/')),
    step: fc.oneof(
      fc.constantFrom('.', '..'),
      fc
        .tuple(
          fc.constantFrom('', '', '', '@', 'child::', 'ancestor-or-self::', 'following-sibling :: '),
          tie('test'),
          fc.array(
            fc.tuple(gap, tie('value'), gap).map((parts) => `[${parts.join('')}]`),
            { maxLength: 2 },
          ),
        )
        .map(([axis, test, predicates]) => axis + test + predicates.join('')),
    ),
    test: fc.oneof(
      name,
      fc.constantFrom('*', 'text()', 'node ( )', 'comment()', 'processing-instruction("x")'),
    ),
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('1', '.5', '2.', 'last()', 'position()'),
      literal,
      tie('path'),
      tie('call'),
      fc
        .tuple(
          tie('value'),
          gap,
          fc.constantFrom('=', '!=', '<', '>=', ' and ', ' or ', ' mod ', ' div ', '+', ' - ', '*'),
          gap,
          tie('value'),
        )
        .map((parts) => parts.join('')),
      tie('value').map((value) => `(${value})`),
      tie('value').map((value) => `-${value}`),
      fc.tuple(tie('path'), tie('path')).map(([one, other]) => `${one} | ${other}`),
    ),
    call: fc.oneof(
      tie('value').map((value) => `not(${value})`),
      fc.tuple(tie('value'), tie('value')).map(([one, other]) => `contains(${one}, ${other})`),
      fc.tuple(tie('value'), tie('value')).map(([one, other]) => `concat ( ${one},${other} , "x")`),
      tie('value').map((value) => `normalize-space(${value})`),
      fc.constantFrom('normalize-space()', 'string()', 'true()', 'count(//a)'),
    ),
  }));
  const odd = fc.constantFrom(
    ...'/[]()@.,|*=<>!+-:"\' \n#{}0a'.split(''),
    '//',
    '::',
    ' and ',
    ' or ',
    'a:b',
    'evil()',
    '<b>',
    'not()',
  );
  const spoilt = fc
    .tuple(
      whole,
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.oneof(odd, fc.constant(''))), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([text, changes]) =>
      changes.reduce((now, [where, length, by]) => {
        const at = where % (now.length + 1);
        return now.slice(0, at) + by + now.slice(at + length);
      }, text),
    );

  it.each([
    ['by its grammar', whole],
    ['when something is wrong with it', spoilt],
  ])('%s', async (_what, kind) => {
    const many = fc.array(
      kind.filter((text) => text.trim() !== '' && text.length < 990),
      { minLength: 150, maxLength: 150 },
    );
    await fc.assert(
      fc.asyncProperty(many, async (paths) => {
        const verdicts = await inBrowser(paths, 'document.createExpression(selector, null)');
        const others = paths.flatMap((path, i) => {
          const against = complaint(`xpath=${path}`);
          return (against === undefined) === verdicts[i] ? [] : [{ path, against }];
        });
        expect(others).toEqual([]);
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });
});
