// Every picture on the site is drawn here: no image files, and the same stay always looks the same.

const WIDTH = 640;
const HEIGHT = 420;

const SKIES = {
  alpenglow: {
    sky: ['#7d97c6', '#bfa8cb', '#f4b7a2', '#fcdcb6'],
    far: '#b9a4c8', lit: '#ee947d', shade: '#80699a', snow: '#ffdccb', snowShade: '#bb9dc0',
    forest: ['#645f8a', '#3a4468'], snowField: ['#fbeeea', '#dfcbdb'], meadow: ['#a9a789', '#8b8c76'],
    sun: '#fff1d9', lamp: '#ffd27a', cloud: '#ffe9dd',
  },
  day: {
    sky: ['#79b8e6', '#b5dbf2', '#eaf6f6'],
    far: '#b4cde2', lit: '#a3afbf', shade: '#6c7d97', snow: '#ffffff', snowShade: '#cddcec',
    forest: ['#5b8a78', '#2f5c4d'], snowField: ['#ffffff', '#dce8f3'], meadow: ['#b4cf86', '#8fb46c'],
    sun: '#fffbe6', lamp: '#ffe3a3', cloud: '#ffffff',
  },
  dusk: {
    sky: ['#44528a', '#8f76ab', '#e79f95', '#f9cda8'],
    far: '#9482ac', lit: '#c07f94', shade: '#504b7c', snow: '#f9d6cf', snowShade: '#968ab5',
    forest: ['#47487a', '#272e52'], snowField: ['#d9cbe2', '#ab9ec8'], meadow: ['#77807f', '#5c6670'],
    sun: '#ffe6c4', lamp: '#ffc65c', cloud: '#f3c3bd',
  },
  night: {
    sky: ['#0f1b3f', '#24386f', '#5870a8'],
    far: '#3f5389', lit: '#5d70a6', shade: '#2f3e70', snow: '#d3dff6', snowShade: '#7b8fc0',
    forest: ['#21305a', '#121d3f'], snowField: ['#b6c6e8', '#8599c8'], meadow: ['#3d5470', '#2f4360'],
    sun: '#f4f1df', lamp: '#ffc44f', cloud: '#3a4f86',
  },
  autumn: {
    sky: ['#8fbfdc', '#d5e3e0', '#fbe8c8'],
    far: '#bfc5d0', lit: '#b5a49b', shade: '#7d7684', snow: '#fffaf2', snowShade: '#d9d3d8',
    forest: ['#d2954a', '#8d5b31'], snowField: ['#fffdf8', '#e6e0dc'], meadow: ['#d6c274', '#b49f54'],
    sun: '#fff6dc', lamp: '#ffdb92', cloud: '#fffaf0',
  },
  mist: {
    sky: ['#bdd0d8', '#dde7e7', '#f5f2ea'],
    far: '#c3d1d6', lit: '#a9b9bf', shade: '#82969f', snow: '#f7fafa', snowShade: '#c9d5d9',
    forest: ['#7f9d97', '#48695f'], snowField: ['#ffffff', '#e3eaec'], meadow: ['#adc09a', '#8aa27d'],
    sun: '#ffffff', lamp: '#ffe1a0', cloud: '#ffffff',
  },
};

let lastId = 0;
const freshId = () => `art${++lastId}`;

/** Seeded random numbers, so that a picture depends on its name alone. */
function randomFrom(seed) {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 16777619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return (low = 0, high = 1) => low + next() * (high - low);
}

const at = (n) => Math.round(n * 10) / 10;
const points = (list) => list.map(([x, y]) => `${at(x)},${at(y)}`).join(' ');
const polygon = (list, fill, more = '') => `<polygon points="${points(list)}" fill="${fill}" ${more}/>`;
const rect = (x, y, w, h, fill, more = '') =>
  `<rect x="${at(x)}" y="${at(y)}" width="${at(w)}" height="${at(h)}" fill="${fill}" ${more}/>`;

function jagged([x1, y1], [x2, y2], steps, size, random) {
  const line = [[x1, y1]];
  for (let i = 1; i < steps; i++) {
    const t = i / steps;
    line.push([x1 + (x2 - x1) * t + random(-size, size), y1 + (y2 - y1) * t + random(-size, size) * 0.7]);
  }
  line.push([x2, y2]);
  return line;
}

/** The part of a line that lies above `t` (0 at its start), ending exactly there. */
function upTo(line, t) {
  const end = t * (line.length - 1);
  const whole = Math.floor(end);
  const [x1, y1] = line[whole];
  const [x2, y2] = line[Math.min(whole + 1, line.length - 1)];
  return [...line.slice(0, whole + 1), [x1 + (x2 - x1) * (end - whole), y1 + (y2 - y1) * (end - whole)]];
}

function snowEdge([x1, y1], [x2, y2], teeth, depth, random) {
  const edge = [];
  for (let i = 1; i < teeth * 2; i++) {
    const t = i / (teeth * 2);
    const drop = i % 2 ? random(0.4, 1) * depth : -random(0.1, 0.5) * depth;
    edge.push([x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + drop]);
  }
  return edge;
}

function mountain(x, base, width, height, p, random, snowLine = 0.45) {
  const apex = [x, base - height];
  const rough = width * 0.028;
  const left = jagged(apex, [x - width * random(0.48, 0.56), base], 7, rough, random);
  const right = jagged(apex, [x + width * random(0.48, 0.56), base], 7, rough, random);
  const ridge = jagged(apex, [x + width * random(-0.06, 0.16), base], 6, width * 0.05, random);
  const lit = [...left, ...ridge.slice().reverse()];
  const shade = [...right, ...ridge.slice().reverse()];
  const l = upTo(left, snowLine * random(0.85, 1.1));
  const r = upTo(right, snowLine * random(0.8, 1.05));
  const m = upTo(ridge, snowLine * random(0.95, 1.2));
  const depth = height * 0.1;
  const litSnow = [...l, ...snowEdge(l.at(-1), m.at(-1), 3, depth, random), ...m.slice().reverse()];
  const shadeSnow = [...r, ...snowEdge(r.at(-1), m.at(-1), 3, depth, random), ...m.slice().reverse()];
  return (
    polygon(lit, p.lit) + polygon(shade, p.shade) + polygon(litSnow, p.snow) + polygon(shadeSnow, p.snowShade)
  );
}

function ridgeLine(width, base, low, high, step, fill, random, opacity = 1) {
  const line = [[-20, base + 200]];
  for (let x = -20; x <= width + step; x += step * random(0.6, 1.3)) line.push([x, base - random(low, high)]);
  line.push([width + 60, base + 200]);
  return polygon(line, fill, `opacity="${opacity}"`);
}

function spruce(x, y, h) {
  const w = h * 0.23;
  const tier = (wide, top, bottom) =>
    `M${at(x)} ${at(y - h * top)}L${at(x + w * wide)} ${at(y - h * bottom)}L${at(x - w * wide)} ${at(y - h * bottom)}Z`;
  return tier(0.55, 1, 0.58) + tier(0.8, 0.78, 0.3) + tier(1, 0.52, 0);
}

function treeLine(width, y, low, high, gap, fill, random, skip = () => false) {
  let d = '';
  for (let x = -10; x < width + 20; x += gap * random(0.5, 1.4)) {
    if (!skip(x)) d += spruce(x, (typeof y === 'function' ? y(x) : y) + random(-3, 5), random(low, high));
  }
  return `<path d="${d}" fill="${fill}"/>`;
}

function skyFill(p, id, width, height) {
  const stops = p.sky.map((color, i) => `<stop offset="${at((i / (p.sky.length - 1)) * 100)}%" stop-color="${color}"/>`);
  return (
    `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient></defs>` +
    rect(0, 0, width, height, `url(#${id})`)
  );
}

function stars(width, height, count, random) {
  let d = '';
  for (let i = 0; i < count; i++) {
    const size = random(0.6, 1.7);
    d += `M${at(random(0, width))} ${at(random(0, height))}m${-at(size)} 0a${at(size)} ${at(size)} 0 1 0 ${at(size * 2)} 0a${at(size)} ${at(size)} 0 1 0 ${-at(size * 2)} 0`;
  }
  return `<path d="${d}" fill="#fff" opacity=".85"/>`;
}

function cloud(x, y, s, fill, opacity) {
  return `<path transform="translate(${at(x)} ${at(y)}) scale(${s})" fill="${fill}" opacity="${opacity}" d="M0 0h120a15 15 0 0 0 2-30a32 32 0 0 0-58-10a22 22 0 0 0-36 12a16 16 0 0 0-28 28z"/>`;
}

function smoke(x, y, fill = '#fff') {
  return `<path d="M${x} ${y}c-10-12 10-18 2-32s12-18 4-36c16 14 4 26 6 36s-8 18-2 32z" fill="${fill}" opacity=".55"/>`;
}

function glowWindow(x, y, w, h, lamp, frame = '#5b3a26') {
  return (
    rect(x, y, w, h, lamp, `stroke="${frame}" stroke-width="3"`) +
    `<path d="M${x + w / 2} ${y}v${h}M${x} ${y + h / 2}h${w}" stroke="${frame}" stroke-width="2"/>`
  );
}

const roof = (d, dark, snow, thickness = 11) =>
  `<path d="${d}" fill="none" stroke="${dark}" stroke-width="${thickness}" stroke-linejoin="round"/>` +
  (snow
    ? `<path d="${d}" transform="translate(0 -8)" fill="none" stroke="#fff" stroke-width="${thickness - 1}" stroke-linejoin="round" stroke-linecap="round"/>`
    : '');

// Buildings stand with the middle of their foot at 0,0.
const BUILDINGS = {
  Cabin(lamp, snow) {
    let planks = '';
    for (let y = -54; y < 0; y += 9) planks += `M-70 ${y}H70`;
    return (
      rect(32, -132, 17, 46, '#7c7f86') + (snow ? rect(29, -138, 23, 8, '#fff', 'rx="4"') : '') + smoke(40, -140) +
      polygon([[-70, 0], [-70, -60], [0, -118], [70, -60], [70, 0]], '#a4683f') +
      polygon([[0, -118], [70, -60], [70, 0], [0, 0]], '#8d5533', 'opacity=".55"') +
      `<path d="${planks}M-46 -80H46M-24 -98H24" stroke="#6d4128" stroke-width="1.5" opacity=".55"/>` +
      rect(-15, -46, 30, 46, '#4a2d1e', 'rx="2"') + `<circle cx="9" cy="-22" r="2" fill="${lamp}"/>` +
      glowWindow(-57, -46, 30, 27, lamp) + glowWindow(27, -46, 30, 27, lamp) +
      `<circle cx="0" cy="-80" r="11" fill="${lamp}" stroke="#5b3a26" stroke-width="3"/>` +
      roof('M-90 -46L0 -121L90 -46', '#43302b', snow)
    );
  },
  Chalet(lamp, snow) {
    let rail = '';
    for (let x = -92; x <= 92; x += 9) rail += `M${x} -64v17`;
    const flowers = [-62, 34].map((x) => rect(x, -22, 28, 6, snow ? '#e8eef4' : '#d6455b', 'rx="3"')).join('');
    return (
      rect(48, -142, 16, 40, '#8a8b90') + smoke(56, -146) +
      rect(-88, -38, 176, 38, '#e9e1d6') + rect(0, -38, 88, 38, '#cfc4b6', 'opacity=".6"') +
      polygon([[-84, -38], [-84, -84], [0, -126], [84, -84], [84, -38]], '#99623c') +
      polygon([[0, -126], [84, -84], [84, -38], [0, -38]], '#7f4e30', 'opacity=".55"') +
      glowWindow(-60, -34, 24, 20, lamp) + glowWindow(36, -34, 24, 20, lamp) + flowers +
      rect(-14, -34, 28, 34, '#4c3022', 'rx="2"') +
      glowWindow(-58, -86, 24, 26, lamp) + glowWindow(-12, -90, 24, 30, lamp) + glowWindow(34, -86, 24, 26, lamp) +
      `<path d="M-96 -64H96M-96 -46H96" stroke="#4e3122" stroke-width="4"/><path d="${rail}" stroke="#4e3122" stroke-width="2.5"/>` +
      roof('M-118 -70L0 -129L118 -70', '#47332c', snow, 12)
    );
  },
  'Mountain hut'(lamp, snow) {
    const stones = [[-76, -50, 22, 10], [-50, -52, 26, 12], [40, -50, 30, 11], [-74, -14, 26, 11], [-30, -12, 18, 9], [26, -13, 24, 10], [54, -30, 20, 10], [-76, -32, 16, 9]];
    const shutter = (x) =>
      rect(x, -44, 11, 26, '#b3423a') + `<path d="M${x} -44l11 13l-11 13z" fill="#f6efe6"/>`;
    return (
      `<path d="M78 -96v-52" stroke="#5c5148" stroke-width="3"/><path d="M79 -147c12-6 20 6 32 0v20c-12 6-20-6-32 0z" fill="#d2553f"/>` +
      polygon([[-82, 0], [-82, -58], [-44, -104], [44, -104], [82, -58], [82, 0]], '#b9b4ad') +
      rect(-82, -58, 164, 58, '#c6c1b8') + rect(10, -58, 72, 58, '#a9a39b', 'opacity=".5"') +
      stones.map(([x, y, w, h]) => rect(x, y, w, h, '#aba59c', 'rx="4"')).join('') +
      polygon([[-96, -52], [-52, -110], [52, -110], [96, -52]], '#5b6470') +
      (snow ? `<path d="M-99 -58L-54 -118H54L99 -58C86 -50 78 -66 66 -60S44 -74 30 -66S4 -60 -8 -68S-34 -58 -46 -66S-78 -50 -99 -58Z" fill="#fff"/>` : `<path d="M-60 -99H60M-70 -86H70M-80 -73H80" stroke="#4b535e" stroke-width="2"/>`) +
      rect(-14, -42, 28, 42, '#5b3a26', 'rx="2"') +
      shutter(-66) + glowWindow(-54, -44, 22, 26, lamp, '#4a4038') + shutter(-31) +
      shutter(21) + glowWindow(33, -44, 22, 26, lamp, '#4a4038') + shutter(56)
    );
  },
  'A-frame'(lamp, snow) {
    return (
      polygon([[-84, 0], [0, -150], [84, 0]], '#3d3836') +
      polygon([[-58, -6], [0, -116], [58, -6]], lamp) +
      polygon([[0, -116], [58, -6], [0, -6]], '#ffffff', 'opacity=".14"') +
      `<path d="M0 -116V-6M-30 -60H30M-30 -60V-6M30 -60V-6" stroke="#4a3426" stroke-width="3.5"/>` +
      rect(-16, -44, 32, 38, '#7b4c2e', 'opacity=".9"') +
      `<path d="M-40 -20q12 -12 22 0M18 -20q12 -12 22 0" fill="#b98a5c" opacity=".8"/>` +
      rect(-96, -8, 192, 8, '#7a5136') + rect(-96, -8, 192, 2.5, '#a57650') +
      roof('M-88 -2L0 -154L88 -2', '#2f2b2a', snow, 12)
    );
  },
  Treehouse(lamp, snow) {
    return (
      `<path d="M-52 0L-44 -210M48 0L40 -220" stroke="#5b3c29" stroke-width="16"/>` +
      `<path d="M-44 -60L-6 -82M40 -60L4 -82" stroke="#6e4a32" stroke-width="6"/>` +
      `<path d="M92 0L58 -86M108 0L74 -86" stroke="#7c5438" stroke-width="4"/><path d="M89 -8h16M84 -22h16M78 -36h16M73 -50h16M67 -64h16M62 -78h16" stroke="#7c5438" stroke-width="3.5"/>` +
      rect(-62, -156, 112, 68, '#a66c43') + rect(-6, -156, 56, 68, '#8a5635', 'opacity=".5"') +
      `<path d="M-62 -142H50M-62 -128H50M-62 -114H50M-62 -101H50" stroke="#734729" stroke-width="1.5" opacity=".6"/>` +
      `<circle cx="-26" cy="-122" r="18" fill="${lamp}" stroke="#5b3a26" stroke-width="3.5"/><path d="M-44 -122h36M-26 -140v36" stroke="#5b3a26" stroke-width="2"/>` +
      rect(10, -140, 28, 52, '#4a2d1e', 'rx="2"') + rect(15, -134, 18, 16, lamp) +
      polygon([[-62, -156], [-6, -200], [50, -156]], '#99613b') +
      rect(-84, -90, 176, 9, '#6e4a32') +
      `<path d="M-84 -110H-62M52 -110H92M-84 -110v20M-73 -110v20M62 -110v20M77 -110v20M92 -110v20" stroke="#6e4a32" stroke-width="3"/>` +
      roof('M-80 -146L-6 -204L68 -146', '#43302b', snow) +
      `<path d="${spruce(-62, -176, 120)}${spruce(58, -184, 110)}" fill="#2f5c4d"/>`
    );
  },
};

function backdrop(p, sky, width, horizon, random, scale = 1) {
  const id = freshId();
  let out = skyFill(p, id, width, horizon + 120);
  if (sky === 'night') out += stars(width, horizon * 0.7, Math.round(width / 9), random);
  const sunX = random(0.14, 0.86) * width;
  const sunY = horizon * random(0.18, 0.34);
  if (sky !== 'mist') {
    out += `<circle cx="${at(sunX)}" cy="${at(sunY)}" r="${at(46 * scale)}" fill="${p.sun}" opacity=".22"/>`;
    out += `<circle cx="${at(sunX)}" cy="${at(sunY)}" r="${at(24 * scale)}" fill="${p.sun}" opacity=".95"/>`;
  }
  for (let i = 0; i < 3; i++) {
    out += cloud(random(-40, width), random(0.14, 0.42) * horizon, random(0.45, 0.9) * scale, p.cloud, sky === 'night' ? 0.25 : 0.55);
  }
  out += ridgeLine(width, horizon, 70 * scale, 150 * scale, 70 * scale, p.far, random, 0.75);
  const main = random(0.3, 0.7) * width;
  out += mountain(main + (main > width / 2 ? -1 : 1) * width * random(0.3, 0.4), horizon + 40, 340 * scale, random(190, 230) * scale, p, random);
  out += mountain(main > width / 2 ? width * 0.98 : width * 0.02, horizon + 40, 320 * scale, random(150, 190) * scale, p, random, 0.38);
  out += mountain(main, horizon + 40, random(380, 440) * scale, random(255, 290) * scale, p, random, 0.5);
  if (sky === 'mist') {
    out += `<ellipse cx="${width * 0.4}" cy="${horizon - 40}" rx="${width * 0.6}" ry="26" fill="#fff" opacity=".6"/>`;
    out += `<ellipse cx="${width * 0.8}" cy="${horizon - 90}" rx="${width * 0.4}" ry="18" fill="#fff" opacity=".5"/>`;
  }
  return out;
}

function wrap(inner, label, width = WIDTH, height = HEIGHT) {
  const name = label ? `role="img" aria-label="${label.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"` : 'aria-hidden="true"';
  return `<svg class="art" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" ${name} focusable="false">${inner}</svg>`;
}

const lookOf = (stay) => ({
  p: SKIES[stay.sky] ?? SKIES.day,
  field: (SKIES[stay.sky] ?? SKIES.day)[stay.ground === 'snow' ? 'snowField' : 'meadow'],
});

function exterior(stay) {
  const random = randomFrom(stay.id);
  const { p, field } = lookOf(stay);
  const horizon = 268;
  const snow = stay.ground === 'snow';
  const x = random(230, 410);
  const build = BUILDINGS[stay.kind] ?? BUILDINGS.Cabin;
  let out = backdrop(p, stay.sky, WIDTH, horizon, random);
  out += treeLine(WIDTH, horizon + 26, 34, 66, 15, p.forest[0], random);
  out += `<path d="M0 ${horizon + 22}C150 ${horizon - 8} 260 ${horizon + 34} 400 ${horizon + 18}S600 ${horizon} 640 ${horizon + 16}V${HEIGHT}H0Z" fill="${field[1]}"/>`;
  out += treeLine(WIDTH, horizon + 58, 60, 120, 30, p.forest[1], random, (tx) => Math.abs(tx - x) < 150);
  out += `<path d="M0 ${horizon + 66}C140 ${horizon + 40} 300 ${horizon + 84} 440 ${horizon + 62}S600 ${horizon + 52} 640 ${horizon + 60}V${HEIGHT}H0Z" fill="${field[0]}"/>`;
  const glow = freshId();
  if (stay.sky !== 'day' && stay.sky !== 'autumn') {
    out += `<defs><radialGradient id="${glow}"><stop offset="0" stop-color="${p.lamp}" stop-opacity=".75"/><stop offset="1" stop-color="${p.lamp}" stop-opacity="0"/></radialGradient></defs><ellipse cx="${at(x)}" cy="${horizon + 80}" rx="190" ry="64" fill="url(#${glow})"/>`;
  }
  out += `<g transform="translate(${at(x)} ${horizon + 82}) scale(1.12)"><ellipse cx="4" cy="2" rx="104" ry="8" fill="#1d2b3a" opacity=".14"/>${build(p.lamp, snow)}</g>`;
  out += `<path d="M${at(x - 14)} ${horizon + 84}C${at(x - 6)} ${horizon + 110} ${at(x - 70)} ${horizon + 120} ${at(x - 96)} ${HEIGHT}h64C${at(x - 20)} ${horizon + 122} ${at(x + 26)} ${horizon + 108} ${at(x + 14)} ${horizon + 84}Z" fill="${snow ? field[1] : '#e2d3ad'}" opacity=".85"/>`;
  const side = x > 320 ? [40, 96] : [548, 606];
  out += `<path d="${side.map((tx) => spruce(tx, HEIGHT - random(4, 26), random(130, 190))).join('')}" fill="${p.forest[1]}"/>`;
  if (snow && stay.sky !== 'day') {
    let flakes = '';
    for (let i = 0; i < 26; i++) flakes += `M${at(random(0, WIDTH))} ${at(random(0, HEIGHT))}h.1`;
    out += `<path d="${flakes}" stroke="#fff" stroke-width="3.4" stroke-linecap="round" opacity=".7"/>`;
  }
  return out;
}

function windowView(stay, x, y, w, h, salt) {
  const clip = freshId();
  const random = randomFrom(stay.id + salt);
  const { p, field } = lookOf(stay);
  const scale = h / 250;
  return (
    `<defs><clipPath id="${clip}"><rect x="${x}" y="${y}" width="${w}" height="${h}"/></clipPath></defs>` +
    `<g clip-path="url(#${clip})"><g transform="translate(${x} ${y})">${backdrop(p, stay.sky, w, h * 0.78, random, scale)}` +
    treeLine(w, h * 0.9, 26 * scale, 52 * scale, 13, p.forest[0], random) +
    rect(0, h * 0.88, w, h, field[0]) + treeLine(w, h, 30 * scale, 70 * scale, 30, p.forest[1], random) + '</g></g>' +
    rect(x, y, w, h, 'none', 'stroke="#6b4a33" stroke-width="9"') +
    `<path d="M${x + w / 3} ${y}v${h}M${x + (2 * w) / 3} ${y}v${h}" stroke="#6b4a33" stroke-width="6"/>`
  );
}

const floorBoards = (y, light, dark) => {
  let d = '';
  for (let x = -200; x <= 840; x += 80) d += `M${320 + (x - 320) * 0.72} ${y}L${x} ${HEIGHT}`;
  return rect(0, y, WIDTH, HEIGHT - y, light) + `<path d="${d}" stroke="${dark}" stroke-width="2" opacity=".5"/>`;
};

function living(stay) {
  return (
    rect(0, 0, WIDTH, HEIGHT, '#f1e4d3') +
    `<path d="M0 26H640M0 60H640" stroke="#e2cfb7" stroke-width="2"/>` +
    rect(0, 0, WIDTH, 18, '#8a5c3c') + [60, 220, 380, 540].map((x) => rect(x, 0, 26, 40, '#7a4f33')).join('') +
    windowView(stay, 44, 66, 330, 196, 'living') +
    floorBoards(312, '#c99b6d', '#a97b50') +
    // fireplace
    rect(430, 56, 150, 262, '#d8cfc3') + rect(418, 150, 174, 18, '#7a4f33', 'rx="3"') + rect(452, 196, 106, 118, '#3b3230', 'rx="6"') +
    `<path d="M505 312c-34 0-44-26-30-52c4 12 10 14 12 12c-6-30 14-46 22-62c2 26 26 34 30 64c4 2 8-4 8-10c14 26-2 48-42 48z" fill="#f08a3c"/><path d="M505 312c-18 0-24-16-14-32c4 8 8 8 10 4c0-14 6-22 10-28c2 16 16 20 16 36c0 12-8 20-22 20z" fill="#ffd56b"/>` +
    rect(466, 304, 78, 10, '#6b4630', 'rx="5"') +
    rect(446, 112, 26, 38, '#b5654a', 'rx="3"') + `<circle cx="548" cy="130" r="17" fill="#7fa08d"/>` + rect(488, 96, 36, 54, '#f7f1e6', 'stroke="#7a4f33" stroke-width="4"') + `<path d="M492 146l12-24l8 12l6-8l4 20z" fill="#8fa6b8"/>` +
    `<ellipse cx="300" cy="372" rx="230" ry="34" fill="#efe2d2"/><ellipse cx="300" cy="372" rx="196" ry="26" fill="none" stroke="#c98a72" stroke-width="5"/>` +
    // sofa
    rect(70, 262, 260, 66, '#7c9488', 'rx="18"') + rect(52, 292, 296, 58, '#8ba497', 'rx="20"') + rect(48, 284, 40, 70, '#718a7e', 'rx="16"') + rect(314, 284, 40, 70, '#718a7e', 'rx="16"') +
    rect(98, 268, 58, 46, '#e8b694', 'rx="10" transform="rotate(-8 127 291)"') + rect(232, 268, 56, 46, '#f5ead9', 'rx="10" transform="rotate(7 260 291)"') +
    `<path d="M386 352h72M398 352v30M446 352v30" stroke="#7a4f33" stroke-width="7" stroke-linecap="round"/>` + rect(404, 336, 16, 13, '#d2553f', 'rx="3"') +
    `<path d="M602 318v-96" stroke="#5b4638" stroke-width="5"/><path d="M582 226h42l-9-34h-24z" fill="#ffe6b3"/>`
  );
}

function bedroom(stay) {
  let planks = '';
  for (let x = 0; x <= WIDTH; x += 40) planks += `M${x} 0V320`;
  return (
    rect(0, 0, WIDTH, HEIGHT, '#d9b48b') + `<path d="${planks}" stroke="#c39a6e" stroke-width="2.5"/>` +
    polygon([[0, 0], [150, 0], [0, 130]], '#b98b60') + polygon([[640, 0], [490, 0], [640, 130]], '#b98b60') +
    windowView(stay, 190, 54, 260, 140, 'bedroom') +
    floorBoards(322, '#b98a5f', '#94683f') +
    rect(128, 206, 384, 120, '#8a5c3c', 'rx="14"') +
    rect(160, 226, 130, 58, '#ffffff', 'rx="18"') + rect(350, 226, 130, 58, '#ffffff', 'rx="18"') +
    rect(176, 250, 96, 44, '#f0d9c8', 'rx="14"') + rect(366, 250, 96, 44, '#f0d9c8', 'rx="14"') +
    `<path d="M132 288c60-16 316-16 376 0l24 92c-100 16-324 16-424 0z" fill="#fbf6ee"/><path d="M120 336c110 20 290 20 400 0l12 44c-100 16-324 16-424 0z" fill="#c9705a"/><path d="M116 350c110 20 298 20 408 0" stroke="#e9a68f" stroke-width="4" fill="none"/>` +
    rect(58, 286, 52, 66, '#7a4f33', 'rx="4"') + rect(530, 286, 52, 66, '#7a4f33', 'rx="4"') +
    `<path d="M84 286v-22M556 286v-22" stroke="#5b4638" stroke-width="5"/><path d="M64 266h40l-8-30h-24zM536 266h40l-8-30h-24z" fill="#ffe6b3"/>` +
    `<path d="M320 0v24" stroke="#5b4638" stroke-width="3"/><circle cx="320" cy="34" r="12" fill="#ffe6b3"/>`
  );
}

function sauna(stay) {
  let boards = '';
  for (let y = 0; y <= 330; y += 22) boards += `M0 ${y}H640`;
  return (
    rect(0, 0, WIDTH, HEIGHT, '#d39a62') + `<path d="${boards}" stroke="#b67d47" stroke-width="2.5"/>` +
    windowView(stay, 60, 60, 250, 130, 'sauna') +
    rect(0, 326, WIDTH, 94, '#a46c3c') +
    rect(0, 216, 400, 20, '#ebbf8b') + rect(0, 236, 400, 30, '#bb8249') + rect(0, 292, 440, 20, '#f2cb9a') + rect(0, 312, 440, 66, '#a9713d') +
    `<path d="M40 312v66M120 312v66M200 312v66M280 312v66M360 312v66" stroke="#8f5c2f" stroke-width="5"/>` +
    rect(492, 236, 112, 140, '#3a3a3f', 'rx="8"') + rect(512, 300, 72, 46, '#f08a3c', 'rx="6"') + `<path d="M530 344c-10-18 8-24 8-38c14 12 14 20 10 26c8-2 8-8 8-12c10 14 2 24-2 24z" fill="#ffd56b"/>` +
    rect(534, 0, 26, 236, '#4a4a50') +
    `<path d="M490 240c-6-22 14-30 26-24c6-16 34-14 38 0c18-10 34 2 32 12c18-2 26 8 20 14z" fill="#8d8f96"/><circle cx="520" cy="226" r="10" fill="#a4a6ad"/><circle cx="560" cy="222" r="9" fill="#777981"/>` +
    `<path d="M510 190c-14-20 12-26 2-50M560 186c-14-20 14-28 4-56" stroke="#fff" stroke-width="7" stroke-linecap="round" fill="none" opacity=".4"/>` +
    rect(408, 250, 50, 44, '#c98d55', 'rx="5"') + `<path d="M408 262h50M408 280h50" stroke="#7a4f33" stroke-width="4"/><path d="M412 250c4-34 38-34 42 0" stroke="#7a4f33" stroke-width="4" fill="none"/>` +
    rect(60, 196, 90, 22, '#fdfaf4', 'rx="8"') + rect(66, 178, 78, 20, '#cfe0da', 'rx="8"') +
    `<circle cx="420" cy="100" r="34" fill="#fff4e0" stroke="#7a4f33" stroke-width="5"/><path d="M420 100V76M420 100l14 10" stroke="#7a4f33" stroke-width="4" stroke-linecap="round"/>`
  );
}

function terrace(stay) {
  const random = randomFrom(`${stay.id}terrace`);
  const { p, field } = lookOf(stay);
  let boards = '';
  for (let x = -200; x <= 840; x += 64) boards += `M${320 + (x - 320) * 0.62} 318L${x} 420`;
  let rail = '';
  for (let x = 10; x < WIDTH; x += 26) rail += `M${x} 262v54`;
  return (
    backdrop(p, stay.sky, WIDTH, 250, random) + treeLine(WIDTH, 276, 40, 80, 18, p.forest[0], random) + rect(0, 268, WIDTH, 60, field[0]) +
    treeLine(WIDTH, 320, 50, 96, 60, p.forest[1], random) +
    `<path d="M0 260H640" stroke="#7a4f33" stroke-width="9"/><path d="${rail}" stroke="#8a5c3c" stroke-width="4"/>` +
    rect(0, 316, WIDTH, 104, '#b98358') + `<path d="${boards}" stroke="#94633c" stroke-width="3"/>` +
    `<path d="M96 372l26-80h74M122 330h84l18 50M206 330l-14 50M122 330l-18 50" stroke="#5b3a26" stroke-width="9" fill="none" stroke-linejoin="round" stroke-linecap="round"/>` +
    `<path d="M116 312c30-8 70-8 92 6l-4 18h-86z" fill="#d2654f"/>` +
    `<path d="M330 330h250l-18 72c-40 12-174 12-214 0z" fill="#94603a"/><ellipse cx="455" cy="330" rx="125" ry="22" fill="#7a4f33"/><ellipse cx="455" cy="330" rx="112" ry="16" fill="#8fc7cf"/><path d="M348 350l12 52M400 358l6 48M455 360v48M510 358l-6 48M562 350l-12 52" stroke="#74492b" stroke-width="3"/><path d="M338 366c60 14 174 14 234 0" stroke="#d8c7ad" stroke-width="4" fill="none"/>` +
    `<path d="M410 310c-14-22 12-30 0-56M460 306c-14-24 14-32 2-62M508 310c-12-20 12-28 2-50" stroke="#fff" stroke-width="8" stroke-linecap="round" fill="none" opacity=".55"/>` +
    `<path d="M0 70C160 130 480 130 640 60" stroke="#4a3a30" stroke-width="2.5" fill="none"/>` +
    [[60, 90], [150, 108], [240, 116], [330, 117], [420, 111], [510, 97], [590, 77]].map(([x, y]) => `<circle cx="${x}" cy="${y + 6}" r="6" fill="#ffe6a6"/><circle cx="${x}" cy="${y + 6}" r="13" fill="#ffe6a6" opacity=".3"/>`).join('')
  );
}

function lake(stay) {
  const random = randomFrom(`${stay.id}lake`);
  const { p, field } = lookOf(stay);
  const id = freshId();
  const range = backdrop(p, stay.sky, WIDTH, 210, random);
  let ripples = '';
  for (let i = 0; i < 26; i++) ripples += `M${at(random(20, 600))} ${at(random(262, 400))}h${at(random(14, 60))}`;
  return (
    range +
    `<defs><clipPath id="${id}c"><rect y="250" width="640" height="170"/></clipPath></defs>` +
    `<g clip-path="url(#${id}c)"><g transform="translate(0 500) scale(1 -1)">${range}</g></g>` +
    `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${p.sky.at(-1)}" stop-opacity=".45"/><stop offset="1" stop-color="#2f6f7d" stop-opacity=".85"/></linearGradient></defs>` +
    rect(0, 248, WIDTH, 172, `url(#${id})`) +
    treeLine(WIDTH, 252, 26, 60, 13, p.forest[1], random) + rect(0, 246, WIDTH, 8, field[1]) +
    `<path d="${ripples}" stroke="#fff" stroke-width="2" stroke-linecap="round" opacity=".45"/>` +
    `<path d="M300 420l24-112h44l24 112z" fill="#8a5c3c"/><path d="M320 330h52M314 354h64M308 380h76M304 402h86" stroke="#6b4630" stroke-width="3"/><path d="M324 308v-22M368 308v-22" stroke="#5b3a26" stroke-width="6"/>` +
    `<path d="M452 344h120c-10 22-24 28-34 28h-52c-14 0-26-8-34-28z" fill="#c2553f"/><path d="M446 344h132" stroke="#f4e6d6" stroke-width="6"/><path d="M500 346l-40 36" stroke="#5b3a26" stroke-width="4"/>` +
    `<path d="M0 420C60 372 130 380 190 420z" fill="${field[0]}"/><path d="${spruce(46, 410, 120)}${spruce(96, 414, 84)}" fill="${p.forest[1]}"/>`
  );
}

/** The picture of a stay on its card. Decorative unless a label is given. */
export function stayArt(stay, label) {
  return wrap(exterior(stay), label);
}

/** The photographs of a stay, in order: `{ title, svg(label?) }`. */
export function galleryOf(stay) {
  const warm = stay.amenities.includes('sauna') ? ['Sauna', sauna] : ['Terrace', terrace];
  const list = [['Outside', exterior], ['Living room', living], ['Bedroom', bedroom], warm, ['The lake nearby', lake]];
  return list.map(([title, draw]) => ({ title, svg: (label) => wrap(draw(stay), label) }));
}

/** A landscape without a house, for a destination. */
export function landscape(seed, sky) {
  const random = randomFrom(seed);
  const p = SKIES[sky] ?? SKIES.day;
  const field = sky === 'autumn' || sky === 'mist' ? p.meadow : p.snowField;
  return wrap(
    backdrop(p, sky, WIDTH, 300, random) +
      treeLine(WIDTH, 330, 36, 74, 15, p.forest[0], random) +
      `<path d="M0 330C160 300 300 350 440 326S600 316 640 322V420H0Z" fill="${field[1]}"/>` +
      treeLine(WIDTH, 392, 70, 130, 38, p.forest[1], random, (x) => x > 180 && x < 470) +
      `<path d="M0 384C200 350 380 404 640 366V420H0Z" fill="${field[0]}"/>`,
  );
}

/** The wide picture behind the home page's heading. */
export function heroArt() {
  const width = 1440;
  const height = 640;
  const random = randomFrom('alpenglow');
  const p = SKIES.alpenglow;
  const horizon = 470;
  const sky = freshId();
  const glow = freshId();
  let out = skyFill({ sky: ['#c9d7ee', '#e3d3e2', '#f9cdb9', '#fde6c9'] }, sky, width, height);
  out += `<circle cx="1130" cy="150" r="120" fill="#fff3df" opacity=".35"/><circle cx="1130" cy="150" r="70" fill="#fff3df" opacity=".5"/><circle cx="1130" cy="150" r="40" fill="#fffaf0"/>`;
  out += cloud(900, 130, 0.9, '#fff3ea', 0.75) + cloud(1240, 250, 1.1, '#fff0e6', 0.7) + cloud(640, 90, 0.6, '#fff', 0.5) + cloud(60, 250, 0.8, '#fff3ea', 0.35);
  out += ridgeLine(width, horizon, 120, 230, 110, '#d3bbd3', random, 0.6);
  out += ridgeLine(width, horizon, 70, 160, 90, '#bda4c6', random, 0.7);
  out += mountain(700, horizon + 60, 520, 270, p, random, 0.42);
  out += mountain(1400, horizon + 60, 560, 330, p, random, 0.45);
  out += mountain(120, horizon + 60, 620, 220, p, random, 0.35);
  out += mountain(1060, horizon + 60, 640, 420, p, random, 0.5);
  out += mountain(420, horizon + 70, 460, 170, p, random, 0.3);
  out += `<ellipse cx="760" cy="${horizon - 6}" rx="560" ry="26" fill="#fff" opacity=".35"/>`;
  out += treeLine(width, horizon + 34, 34, 72, 15, '#8a7ba3', random);
  out += treeLine(width, horizon + 62, 44, 96, 20, '#5d5f88', random);
  out += `<path d="M0 ${horizon + 50}C260 ${horizon + 4} 480 ${horizon + 84} 760 ${horizon + 46}S1220 ${horizon + 10} 1440 ${horizon + 44}V${height}H0Z" fill="#ead9e2"/>`;
  out += treeLine(width, horizon + 96, 70, 150, 44, '#3a4468', random, (x) => x > 180 && x < 1290 && !(x > 820 && x < 890));
  out += `<defs><radialGradient id="${glow}"><stop offset="0" stop-color="#ffd27a" stop-opacity=".8"/><stop offset="1" stop-color="#ffd27a" stop-opacity="0"/></radialGradient></defs>`;
  out += `<path d="M0 ${horizon + 100}C300 ${horizon + 50} 620 ${horizon + 118} 900 ${horizon + 80}S1300 ${horizon + 70} 1440 ${horizon + 92}V${height}H0Z" fill="#fbf1ee"/>`;
  out += `<ellipse cx="1020" cy="${horizon + 92}" rx="260" ry="60" fill="url(#${glow})"/>`;
  out += `<g transform="translate(1020 ${horizon + 92}) scale(1.25)"><ellipse cx="4" cy="2" rx="112" ry="8" fill="#1d2b3a" opacity=".12"/>${BUILDINGS.Chalet('#ffd27a', true)}</g>`;
  out += `<g transform="translate(1226 ${horizon + 84}) scale(.72)"><ellipse cx="4" cy="2" rx="100" ry="8" fill="#1d2b3a" opacity=".12"/>${BUILDINGS.Cabin('#ffd27a', true)}</g>`;
  return wrap(out, undefined, width, height).replace('xMidYMid', 'xMaxYMax');
}

/** A hiking map around a stay, with its pin in the middle. */
export function mapArt(stay) {
  const random = randomFrom(`${stay.id}map`);
  const width = 960;
  const height = 600;
  const hills = [[250, 190], [720, 160], [560, 430], [160, 470], [860, 470]].map(([x, y]) => [x + random(-40, 40), y + random(-30, 30)]);
  let out = rect(0, 0, width, height, '#eef1e2');
  out += `<path d="M0 380C160 330 240 430 400 390S700 250 960 330V600H0Z" fill="#dce8cb"/><path d="M560 0C600 120 760 160 960 120V0Z" fill="#e2ecd2"/>`;
  for (const [x, y] of hills) {
    const wobble = Array.from({ length: 14 }, () => random(0.82, 1.18));
    for (let ring = 4; ring >= 1; ring--) {
      const list = wobble.map((w, i) => {
        const angle = (i / wobble.length) * Math.PI * 2;
        return [x + Math.cos(angle) * ring * 29 * w * 1.25, y + Math.sin(angle) * ring * 25 * w];
      });
      const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      let d = '';
      list.forEach((point, i) => {
        const end = middle(point, list[(i + 1) % list.length]);
        if (i === 0) d += `M${points([middle(list.at(-1), point)])}`;
        d += `Q${points([point])} ${points([end])}`;
      });
      out += `<path d="${d}Z" fill="${ring === 1 ? '#fff' : 'none'}" stroke="#b99a74" stroke-opacity="${ring % 3 === 0 ? 0.8 : 0.42}" stroke-width="${ring % 3 === 0 ? 2 : 1.3}"/>`;
    }
    out += `<path d="M${at(x)} ${at(y - 9)}l9 15h-18z" fill="#8a6b4a"/><text x="${at(x + 13)}" y="${at(y + 5)}" font-size="14" fill="#6b5238">${Math.round(random(19, 31)) * 100 + Math.round(random(10, 90))} m</text>`;
  }
  out += `<path d="M-10 300C120 280 190 340 300 320S420 250 520 290S760 380 970 300" fill="none" stroke="#8cc3d8" stroke-width="13"/><path d="M-10 300C120 280 190 340 300 320S420 250 520 290S760 380 970 300" fill="none" stroke="#bfe0ea" stroke-width="7"/>`;
  out += `<path d="M330 318c20-26 80-32 98-8s-14 46-52 44s-66-10-46-36z" fill="#9fd0e0" stroke="#7db6c9" stroke-width="2"/>`;
  out += `<path d="M-10 540C160 500 260 560 380 500S462 350 482 300S500 262 500 238" fill="none" stroke="#fff" stroke-width="11"/><path d="M-10 540C160 500 260 560 380 500S462 350 482 300S500 262 500 238" fill="none" stroke="#e0a458" stroke-width="6"/>`;
  out += `<path d="M500 236C560 210 600 190 640 120S720 20 740 -10M500 236C400 200 340 190 ${at(hills[0][0] + 12)} ${at(hills[0][1] + 22)}" fill="none" stroke="#c8452f" stroke-width="3.5" stroke-dasharray="3 9" stroke-linecap="round"/>`;
  let woods = '';
  for (let i = 0; i < 60; i++) woods += spruce(random(0, width), random(340, height), random(14, 24));
  out += `<path d="${woods}" fill="#86a878" opacity=".75"/>`;
  out += `<path d="M468 300h30M470 290h30" stroke="#8a5c3c" stroke-width="4"/><g transform="translate(500 236)"><ellipse cx="0" cy="3" rx="16" ry="5" fill="#1d2b3a" opacity=".25"/><path d="M0 0c-6-20-26-30-26-52a26 26 0 0 1 52 0c0 22-20 32-26 52z" fill="#c8452f" stroke="#fff" stroke-width="3"/><path d="M-12 -46l12-12l12 12v12h-24z" fill="#fff"/></g>`;
  out += `<g transform="translate(900 70)"><circle r="30" fill="#fff" opacity=".9"/><path d="M0 -20l7 20h-14z" fill="#c8452f"/><path d="M0 20l7-20h-14z" fill="#9aa5ae"/><text y="-33" text-anchor="middle" font-size="14" font-weight="700" fill="#1d2b3a">N</text></g>`;
  out += `<g transform="translate(36 560)"><path d="M0 0h120M0 -6v12M60 -4v8M120 -6v12" stroke="#1d2b3a" stroke-width="2.5"/><text x="128" y="5" font-size="14" fill="#1d2b3a">1 km</text></g>`;
  return wrap(out, `Map of the surroundings of ${stay.name}`, width, height);
}
