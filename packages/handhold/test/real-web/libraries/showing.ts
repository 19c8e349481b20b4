import type { LibraryPage } from './page.js';

/** Pictures, maps, charts and players. */
export const showing: LibraryPage[] = [
  {
    name: 'slides, as in Swiper',
    html: `<style>.swiper { width: 300px; height: 120px; overflow: hidden; position: relative } .swiper-wrapper { display: flex; height: 100% } .swiper-slide { flex: 0 0 300px; padding: 10px 40px; box-sizing: border-box } .swiper-button-next, .swiper-button-prev { position: absolute; top: 40px; width: 27px; height: 44px; cursor: pointer; z-index: 10 } .swiper-button-next { right: 0 } .swiper-button-prev { left: 0 } .swiper-button-disabled { opacity: .35; pointer-events: none } .swiper-button-next::after { content: "›"; font-size: 40px } .swiper-button-prev::after { content: "‹"; font-size: 40px } .swiper-pagination-bullet { display: inline-block; width: 10px; height: 10px; border-radius: 50%; background: #333; opacity: .2; cursor: pointer; margin: 4px } .swiper-pagination-bullet-active { opacity: 1 }</style>
      <div class="swiper" id="sw"><div class="swiper-wrapper" id="wr"><div class="swiper-slide"><h3>Beach</h3><button onclick="note('book beach')">Book the beach</button></div><div class="swiper-slide"><h3>Mountain</h3><button onclick="note('book mountain')">Book the mountain</button></div></div><div class="swiper-button-prev swiper-button-disabled" tabindex="-1" role="button" aria-label="Previous slide" aria-disabled="true"></div><div class="swiper-button-next" tabindex="0" role="button" aria-label="Next slide" id="nx"></div></div><div class="swiper-pagination" id="dots"><span class="swiper-pagination-bullet swiper-pagination-bullet-active" tabindex="0" role="button" aria-label="Go to slide 1"></span><span class="swiper-pagination-bullet" tabindex="0" role="button" aria-label="Go to slide 2"></span></div><script>
      const to = (n) => { wr.style.transform = 'translate3d(' + -300 * n + 'px,0,0)'; [...dots.children].forEach((dot, i) => dot.classList.toggle('swiper-pagination-bullet-active', i === n)); note('slide ' + (n + 1)); };
      nx.onclick = () => to(1); [...dots.children].forEach((dot, i) => { dot.onclick = () => to(i); });</script>`,
    things: [
      { says: 'Book the beach', does: 'book beach' },
      { says: 'Previous slide' },
      {
        says: 'Next slide',
        does: 'slide 2',
        brings: [{ says: 'Book the mountain', does: 'book mountain' }],
      },
      { says: 'Go to slide 1', does: 'slide 1' },
      {
        says: 'Go to slide 2',
        does: 'slide 2',
        brings: [{ says: 'Book the mountain', does: 'book mountain' }],
      },
    ],
    texts: ['Beach'],
    never: ['Book the mountain'],
  },
  {
    name: 'pictures that open large, as in PhotoSwipe',
    html: `<style>.pswp { position: fixed; inset: 0; background: #000d; color: #fff; z-index: 99 } .pswp__button { position: absolute; right: 0; top: 0; width: 50px; height: 60px; background: none; border: 0 } .thumb img { width: 90px; height: 60px; background: #9ab }</style>
      <div class="gallery" id="gal"><a class="thumb" href="#1" data-cap="A red boat"><img alt="Boat" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="></a> <a class="thumb" href="#2" data-cap="A long bridge"><img alt="Bridge" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="></a></div><div id="portal"></div><script>
      gal.addEventListener('click', (event) => { event.preventDefault(); const link = event.target.closest('a'); if (!link) return; note(link.dataset.cap); portal.innerHTML = '<div class="pswp" tabindex="-1" role="dialog" aria-modal="true"><button class="pswp__button" title="Close" aria-label="Close picture"><svg aria-hidden="true" width="20" height="20"><path d="M0 0h20v20z" fill="#fff"/></svg></button><p class="cap">' + link.dataset.cap + '</p></div>'; });
      portal.addEventListener('click', (event) => { if (event.target.closest('button')) { portal.innerHTML = ''; note('closed'); } });</script>`,
    things: [
      { says: 'Boat', does: 'A red boat', brings: [{ says: 'Close picture', does: 'closed' }] },
      { says: 'Bridge', does: 'A long bridge', brings: [{ says: 'Close picture', does: 'closed' }] },
    ],
    never: ['A red boat', 'Close picture'],
  },
  {
    name: 'bars of a chart, as with d3',
    html: `<svg id="chart" width="400" height="160" role="img" aria-label="Sales by month"></svg><p id="out">Choose a month</p><script>
      const data = [['Jan', 40], ['Feb', 90], ['Mar', 65]];
      chart.innerHTML = data.map(([month, n], i) => '<g class="bar" transform="translate(' + (i * 80 + 20) + ',0)"><rect y="' + (130 - n) + '" width="50" height="' + n + '" fill="steelblue"><title>' + month + ': ' + n + '</title></rect><text x="25" y="150" text-anchor="middle">' + month + '</text></g>').join('');
      chart.querySelectorAll('rect').forEach((bar, i) => bar.addEventListener('click', () => { note('month ' + data[i][0]); out.textContent = data[i][0] + ' sold ' + data[i][1]; }));</script>`,
    things: [
      { says: 'Jan: 40', does: 'month Jan' },
      { says: 'Feb: 90', does: 'month Feb' },
      { says: 'Mar: 65', does: 'month Mar' },
    ],
    texts: ['Choose a month'],
  },
  {
    name: 'the legend of a chart, as in Highcharts',
    html: `<style>.highcharts-legend-item { cursor: pointer } .highcharts-legend-item-hidden text { fill: #ccc }</style><div id="hc"><svg width="400" height="120" class="highcharts-root" role="img" aria-label="Chart"><g class="highcharts-series-group"><path d="M20 80L120 20L220 60" stroke="#08c" fill="none"/></g><g class="highcharts-legend"><g class="highcharts-legend-item" data-s="Tokyo" transform="translate(20,100)"><text x="21" y="12">Tokyo</text><rect x="2" y="4" width="12" height="12" fill="#08c"/></g><g class="highcharts-legend-item" data-s="London" transform="translate(120,100)"><text x="21" y="12">London</text><rect x="2" y="4" width="12" height="12" fill="#c80"/></g></g></svg></div><script>
      for (const item of hc.querySelectorAll('.highcharts-legend-item')) item.addEventListener('click', () => { item.classList.toggle('highcharts-legend-item-hidden'); note('series ' + item.dataset.s); });</script>`,
    things: [
      { says: 'Tokyo', does: 'series Tokyo' },
      { says: 'London', does: 'series London' },
    ],
    texts: ['Tokyo', 'London'],
  },
  {
    name: 'a tip that shows under the pointer, as in Popper and Tippy',
    html: `<style>.tip { position: fixed; background: #333; color: #fff; padding: 4px 8px }</style><button id="b" aria-describedby="">Archive</button><button onclick="note('other')">Keep here</button><div id="portal"></div><script>
      b.addEventListener('mouseenter', () => { const at = b.getBoundingClientRect(); portal.innerHTML = '<div class="tip" role="tooltip" style="left:' + at.left + 'px;top:' + (at.bottom + 4) + 'px">Moves it out of the way</div>'; note('tip'); });
      b.addEventListener('mouseleave', () => { portal.innerHTML = ''; });
      b.onclick = () => note('archived');</script>`,
    things: [
      { says: 'Archive', by: 'hover', does: 'tip' },
      { says: 'Archive', does: ['tip', 'archived'] },
      { says: 'Keep here', does: 'other' },
    ],
    never: ['Moves it out of the way'],
  },
  {
    name: 'a map with markers, as in Leaflet',
    html: `<style>.leaflet-container { position: relative; width: 400px; height: 200px; overflow: hidden; background: #cde; cursor: grab } .leaflet-marker-icon { position: absolute; width: 25px; height: 41px; background: #28f; cursor: pointer } .leaflet-control-zoom { position: absolute; left: 10px; top: 10px; z-index: 5 } .leaflet-control-zoom a { display: block; width: 26px; height: 26px; background: #fff; text-align: center; text-decoration: none } .leaflet-popup { position: absolute; left: 120px; top: 20px; background: #fff; padding: 8px }</style>
      <div class="leaflet-container" id="map" tabindex="0"><div class="leaflet-pane leaflet-marker-pane" id="pane"><img class="leaflet-marker-icon leaflet-interactive" style="left:100px;top:100px" tabindex="0" role="button" alt="Museum" title="Museum" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="><img class="leaflet-marker-icon leaflet-interactive" style="left:250px;top:60px" tabindex="0" role="button" alt="Station" title="Station" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="></div><div class="leaflet-control-zoom leaflet-bar"><a class="leaflet-control-zoom-in" href="#" title="Zoom in" role="button" aria-label="Zoom in" aria-disabled="false"><span aria-hidden="true">+</span></a><a class="leaflet-control-zoom-out" href="#" title="Zoom out" role="button" aria-label="Zoom out"><span aria-hidden="true">−</span></a></div></div><div id="where"></div><script>
      pane.addEventListener('click', (event) => { event.stopPropagation(); const marker = event.target.closest('img'); if (marker) { note(marker.alt); where.textContent = marker.alt + ' is open until six'; } });
      for (const link of map.querySelectorAll('a')) link.onclick = (event) => { event.preventDefault(); event.stopPropagation(); note(link.title); };
      map.addEventListener('mousedown', () => {}); map.addEventListener('click', () => note('map'));</script>`,
    things: [
      { says: 'Museum', does: 'Museum' },
      { says: 'Station', does: 'Station' },
      { says: 'Zoom in', does: 'Zoom in' },
      { says: 'Zoom out', does: 'Zoom out' },
    ],
    texts: [],
  },
  {
    name: 'panes with a gutter between, as in Split.js',
    html: `<style>.split { display: flex; width: 500px; height: 100px } .gutter { width: 10px; background: #ccc; cursor: col-resize }</style><div class="split"><div id="left" style="width:245px">Files</div><div class="gutter gutter-horizontal" id="gut"></div><div id="right" style="width:245px">Editor</div></div><script>
      let from; gut.addEventListener('mousedown', (event) => { from = event.clientX; event.preventDefault(); });
      addEventListener('mouseup', (event) => { if (from === undefined) return; const by = event.clientX - from; from = undefined; left.style.width = 245 + by + 'px'; right.style.width = 245 - by + 'px'; note('by ' + by); });</script>`,
    things: [{ says: 'Files', by: { dragBy: { x: 50, y: 0 } }, does: 'by 50' }],
    texts: ['Files', 'Editor'],
  },
  {
    name: 'a player with controls of its own, as in Plyr',
    html: `<style>.plyr { position: relative; width: 400px } .plyr__controls { display: flex; background: #23282f; color: #fff; padding: 6px; align-items: center } .plyr__control { border: 0; background: none; color: #fff; position: relative } .plyr__tooltip { position: absolute; bottom: 100%; opacity: 0; pointer-events: none; background: #000 } .plyr__sr-only { clip: rect(1px,1px,1px,1px); overflow: hidden; border: 0; height: 1px; width: 1px; padding: 0; position: absolute } .icon--pressed { display: none } [aria-pressed=true] .icon--pressed { display: inline } [aria-pressed=true] .icon--not-pressed { display: none }</style>
      <div class="plyr"><div class="plyr__controls" id="ctl"><button class="plyr__control" type="button" data-plyr="play" aria-pressed="false" aria-label="Play"><svg class="icon--pressed" aria-hidden="true" width="18" height="18"><path d="M0 0h6v18H0z" fill="#fff"/></svg><svg class="icon--not-pressed" aria-hidden="true" width="18" height="18"><path d="M0 0l18 9-18 9z" fill="#fff"/></svg><span class="label--pressed plyr__tooltip">Pause</span><span class="label--not-pressed plyr__tooltip">Play</span></button><input data-plyr="seek" type="range" min="0" max="100" value="0" aria-label="Seek"><div class="plyr__time" aria-label="Current time" role="timer">00:00</div><button class="plyr__control" type="button" data-plyr="mute"><svg aria-hidden="true" width="18" height="18"><path d="M0 6h6l6-6v18l-6-6H0z" fill="#fff"/></svg><span class="plyr__sr-only">Mute</span></button></div></div><script>
      ctl.addEventListener('click', (event) => { const button = event.target.closest('button'); if (!button) return; const on = button.getAttribute('aria-pressed') !== 'true'; button.setAttribute('aria-pressed', on); if (button.dataset.plyr === 'play') button.setAttribute('aria-label', on ? 'Pause' : 'Play'); note(button.dataset.plyr + ' ' + on); });</script>`,
    things: [
      { says: /^button "Play"/, does: 'play true' },
      { says: 'Seek' },
      { says: 'Mute', does: 'mute true' },
    ],
    texts: ['00:00'],
    never: ['Pause'],
  },
  {
    name: 'a picture with places to click on',
    html: `<img usemap="#rooms" width="300" height="100" alt="Floor plan" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" style="background:#eee"><map name="rooms"><area shape="rect" coords="0,0,150,100" href="#kitchen" alt="Kitchen" onclick="note('kitchen');event.preventDefault()"><area shape="circle" coords="225,50,40" href="#hall" alt="Hall" onclick="note('hall');event.preventDefault()"></map>`,
    things: [
      { says: 'Kitchen', does: 'kitchen' },
      { says: 'Hall', does: 'hall' },
    ],
  },
];
