// The page around the data: HTML, styles and the script, which loads nothing.

extension TracePage {
    /// The page up to the data.
    static let head: StaticString = #"""
        <!DOCTYPE html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src blob:">
        <title>nodewire trace</title>
        <style>
        :root { color-scheme: light dark; --page: #fff; --text: #1d2530; --soft: #66717f; --line: #d9dee5; --mark: #e7f0ff; --bad: #b3261e; --good: #1c7a3d; --warm: #9a6200; }
        @media (prefers-color-scheme: dark) {
          :root { --page: #12171e; --text: #e3e8ee; --soft: #98a4b3; --line: #2c3541; --mark: #20304a; --bad: #ff8a80; --good: #6fd08c; --warm: #e5b45b; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; height: 100vh; display: grid; grid-template: auto auto 1fr / minmax(20rem, 5fr) 6fr; background: var(--page); color: var(--text); font: 13px/1.4 system-ui, sans-serif; }
        header { grid-column: 1 / 3; padding: .5rem .8rem; border-bottom: 1px solid var(--line); }
        h1 { display: inline; margin: 0 1rem 0 0; font-size: 1rem; }
        details { max-height: 25vh; overflow: auto; }
        button { display: block; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: left; cursor: pointer; }
        #notes, kbd, .soft { color: var(--soft); }
        #timeline { grid-column: 1 / 3; width: 100%; border-bottom: 1px solid var(--line); cursor: pointer; display: block; }
        #left { display: flex; flex-direction: column; min-height: 0; border-right: 1px solid var(--line); }
        #filter { margin: .5rem; padding: .3rem .5rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 4px; }
        #list { position: relative; overflow: auto; flex: 1; outline-offset: -2px; }
        #space { position: relative; }
        .row { position: absolute; left: 0; right: 0; height: 20px; padding: 0 .5rem; white-space: pre; overflow: hidden; text-overflow: ellipsis; font: 12px/20px ui-monospace, monospace; cursor: default; }
        .row.bad, .bad { color: var(--bad); }
        .row[aria-selected=true] { background: var(--mark); }
        #detail { overflow: auto; min-height: 0; padding: .6rem .8rem; }
        h2 { margin: .8rem 0 .2rem; font-size: .9rem; }
        pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/1.4 ui-monospace, monospace; }
        #scene { position: relative; }
        #scene img, #scene svg { display: block; width: 100%; max-height: 55vh; }
        #scene svg { position: absolute; inset: 0; height: 100%; }
        </style>
        <header><h1 id="file"></h1><span id="notes"></span>
        <div><kbd>↑ ↓</kbd> or <kbd>k j</kbd> step, <kbd>Page</kbd>, <kbd>Home End</kbd>, <kbd>g G</kbd> next and previous gesture, <kbd>e</kbd> next refusal, <kbd>/</kbd> filter</div></header>
        <canvas id="timeline" aria-hidden="true"></canvas>
        <div id="left"><input id="filter" type="search" placeholder="Filter: method, text, number" aria-label="Filter"><div id="list" role="listbox" tabindex="0" aria-label="Messages"><div id="space"></div></div></div>
        <main id="detail" aria-live="polite"></main>
        <script type="application/json" id="data">
        """#

    /// The page after the data.
    static let tail: StaticString = #"""
        </script>
        <script>
        'use strict'
        const data = JSON.parse(document.getElementById('data').textContent)
        const rows = data.rows, count = rows.number.length, height = 20
        const $ = id => document.getElementById(id)
        let shown = Array.from({ length: count }, (_, row) => row), selected = -1, pictureURL

        /** The text of an index: a template with numbers in its gaps. */
        function text(index) {
          if (index < 0) return ''
          const [template, ...numbers] = data.texts[index].split(',')
          return data.templates[template].split('\u0001').map((part, place) => part + (numbers[place] ?? '')).join('')
        }

        const isRefused = row => rows.marks[row] & 1
        const isEvent = row => rows.marks[row] & 2
        const method = row => data.methods[rows.method[row]]
        /** What the list shows of the parameters: of an input what it does and where, else the text. */
        function brief(row) {
          const json = text(rows.input[row])
          if (!method(row).startsWith('input/')) return json
          try {
            const { phase, at, key, modifiers = [], by, view, id } = JSON.parse(json)
            return [phase, at && `${at.x},${at.y}`, key, by && `by ${by.x},${by.y}`, ...modifiers, view, id === undefined ? '' : `pointer ${id}`].filter(Boolean).join(' ')
          } catch { return json }
        }
        const line = (row, words = brief(row)) => `${isEvent(row) ? '*'.padStart(6) : String(rows.number[row]).padStart(6)} ${String(rows.at[row] ?? '').padStart(9)} ${method(row)} ${words}${rows.gesture[row] < 0 ? '' : ` (${data.gestures[rows.gesture[row]].kind})`}`

        /** An element with a text, which is never read as HTML. */
        function element(name, content, className) {
          const made = document.createElement(name)
          made.textContent = content
          if (className) made.className = className
          return made
        }

        /** A text of JSON with line breaks, or as it is where it was shortened. */
        function pretty(json) {
          try { return JSON.stringify(JSON.parse(json), null, 1) } catch { return json }
        }

        // The list shows the rows in sight alone.
        function drawList() {
          const list = $('list'), space = $('space')
          const scale = Math.max(1, shown.length * height / 8e6)
          space.style.height = shown.length * height / scale + 'px'
          const first = Math.max(0, Math.floor(list.scrollTop * scale / height) - 5)
          const number = Math.ceil(list.clientHeight / height) + 10
          space.replaceChildren(...shown.slice(first, first + number).map((row, place) => {
            const made = element('div', line(row), isRefused(row) ? 'row bad' : 'row')
            made.setAttribute('role', 'option')
            made.setAttribute('aria-selected', row === selected)
            made.style.top = list.scrollTop - (list.scrollTop * scale / height - first) * height + place * height + 'px'
            made.onclick = () => select(row)
            return made
          }))
        }

        function reveal(place) {
          const list = $('list'), scale = Math.max(1, shown.length * height / 8e6)
          const top = list.scrollTop * scale, at = place * height
          if (at < top) list.scrollTop = at / scale
          if (at + height > top + list.clientHeight) list.scrollTop = (at + height - list.clientHeight) / scale
        }

        function select(row) {
          if (!(row >= 0 && row < count)) return
          selected = row
          const place = shown.indexOf(row)
          if (place >= 0) reveal(place)
          drawList()
          drawTimeline()
          drawDetail()
          history.replaceState(null, '', '#' + row)
        }

        function drawDetail() {
          const row = selected, gesture = data.gestures[rows.gesture[row]]
          const parts = [element('h2', isEvent(row) ? `${method(row)}, after message ${rows.number[row]}` : `message ${rows.number[row]}: ${method(row)} ${text(rows.id[row])}`)]
          parts.push(element('div', `${rows.at[row] === null ? '' : rows.at[row] + ' ms; '}${rows.microseconds[row]} us in this replay`, 'soft'))
          if (gesture) parts.push(element('div', 'gesture: ' + gesture.text, gesture.outcome === 'refused' ? 'bad' : ''))
          parts.push(scene(row, gesture))
          if (!isEvent(row)) parts.push(element('h2', 'input'), element('pre', rows.input[row] < 0 ? '(none, or left out)' : pretty(text(rows.input[row]))))
          parts.push(element('h2', 'output'))
          for (const output of text(rows.output[row]).split('\n')) {
            const gap = output.indexOf(' ')
            parts.push(element('pre', gap < 0 ? '(none, or left out)' : output.slice(0, gap + 1) + pretty(output.slice(gap + 1)), output.startsWith('error ') ? 'bad' : ''))
          }
          $('detail').replaceChildren(...parts)
        }

        /** The last picture of the document up to a row, and the way of the gesture over it. */
        function scene(row, gesture) {
          const box = element('div', '')
          const picture = data.pictures.findLast(one => one.row <= row && one.document === rows.document[row])
          if (!picture) return box
          const frame = element('div', '')
          frame.id = 'scene'
          const svg = picture.lines.map(number => data.lines[number]).join('\n')
          if (pictureURL) URL.revokeObjectURL(pictureURL)
          pictureURL = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
          const image = document.createElement('img')
          image.src = pictureURL
          image.alt = 'the document'
          const viewBox = svg.match(/viewBox="([-\d. ]+)"/)?.[1] ?? '0 0 1 1'
          const [, , width, tall] = viewBox.split(' ').map(Number)
          image.style.aspectRatio = `${width} / ${tall}`
          image.style.objectFit = 'contain'
          frame.append(image, ways(viewBox, gesture, rows.number[row], Math.max(width, tall) / 300))
          box.append(element('h2', `${data.documents[picture.document]} after message ${rows.number[picture.row]}`), frame)
          return box
        }

        function ways(viewBox, gesture, number, unit) {
          const draw = (name, attributes, parent) => {
            const made = document.createElementNS('http://www.w3.org/2000/svg', name)
            for (const key in attributes) made.setAttribute(key, attributes[key])
            parent?.append(made)
            return made
          }
          const svg = draw('svg', { viewBox, fill: 'none', stroke: '#d6336c', 'stroke-width': unit, overflow: 'visible' })
          for (const path of gesture?.paths ?? []) {
            const points = []
            for (let place = 0; place < path.length; place += 3) if (path[place] <= number) points.push([path[place + 1], path[place + 2]])
            if (!points.length) continue
            draw('polyline', { points: points.join(' ') }, svg)
            draw('circle', { cx: points[0][0], cy: points[0][1], r: 4 * unit }, svg)
            draw('circle', { cx: points.at(-1)[0], cy: points.at(-1)[1], r: 2 * unit, fill: '#d6336c' }, svg)
          }
          return svg
        }

        // The timeline has a lane for gestures, one for each kind of method, and one for how long the replay took.
        const kind = row => isEvent(row) ? 'events' : method(row).startsWith('input/') ? method(row) : method(row).split('/')[0]
        const kinds = new Map()
        for (let row = 0; row < count; row++) kinds.set(kind(row), (kinds.get(kind(row)) ?? 0) + 1)
        const lanes = [...kinds.keys()].sort((a, b) => kinds.get(b) - kinds.get(a)).slice(0, 10)
        const laneHeight = 13, left = 110

        function drawTimeline() {
          const canvas = $('timeline'), ratio = window.devicePixelRatio || 1, width = canvas.clientWidth || 800
          const names = ['gestures', ...lanes, 'replay time']
          const tall = names.length * laneHeight + 14
          canvas.width = width * ratio
          canvas.height = (tall + 4) * ratio
          canvas.style.height = tall + 4 + 'px'
          const paint = canvas.getContext('2d'), style = getComputedStyle(document.documentElement), color = name => style.getPropertyValue('--' + name)
          paint.scale(ratio, ratio)
          paint.font = '10px system-ui, sans-serif'
          paint.fillStyle = color('soft')
          names.forEach((name, lane) => paint.fillText(name, 8, (lane + 1) * laneHeight, left - 12))
          const x = row => left + (row + .5) / Math.max(count, 1) * (width - left - 8)
          const colors = { committed: color('good'), refused: color('bad'), cancelled: color('warm'), ended: color('soft'), open: color('bad') }
          for (const [first, last, outcome] of spans) {
            paint.fillStyle = colors[outcome]
            paint.fillRect(x(first) - 1, 4, Math.max(x(last) - x(first), 2), laneHeight - 4)
          }
          const slowest = Math.max(1, ...spread(rows.microseconds))
          const drawn = new Set()
          for (let row = 0; row < count; row++) {
            const lane = lanes.indexOf(kind(row)), at = Math.round(x(row) * ratio) / ratio
            const key = (lane * 2 + (isRefused(row) ? 1 : 0)) * 1e5 + at
            const bar = Math.log1p(rows.microseconds[row]) / Math.log1p(slowest) * (laneHeight + 8)
            paint.fillStyle = color('soft')
            if (bar > 8) paint.fillRect(at, tall - bar, 1, bar)
            if (lane < 0 || drawn.has(key)) continue
            drawn.add(key)
            paint.fillStyle = isRefused(row) ? color('bad') : color('text')
            paint.fillRect(at, (lane + 1) * laneHeight + 4, 1.5, laneHeight - 4)
          }
          paint.fillStyle = color('bad')
          if (selected >= 0) paint.fillRect(x(selected), 0, 1, tall)
        }

        /** The greatest of each thousand, for a call that takes no more. */
        const spread = list => Array.from({ length: Math.ceil(list.length / 1000) }, (_, part) => Math.max(...list.slice(part * 1000, part * 1000 + 1000)))
        const firstRow = number => {
          let [low, high] = [0, count]
          while (low < high) { const middle = low + high >> 1; if (rows.number[middle] < number) low = middle + 1; else high = middle }
          return low
        }
        const spans = data.gestures.map(one => [firstRow(one.first), Math.min(firstRow(one.last), count - 1), one.outcome]).filter(([first, last]) => first <= last && first < count)

        $('timeline').onclick = event => {
          const canvas = $('timeline'), part = (event.offsetX - left) / (canvas.clientWidth - left - 8)
          select(Math.min(count - 1, Math.max(0, Math.floor(part * count))))
        }
        $('list').onscroll = drawList
        window.onresize = () => { drawList(); drawTimeline() }
        $('filter').oninput = () => {
          const words = $('filter').value.toLowerCase().split(/\s+/).filter(Boolean)
          shown = Array.from({ length: count }, (_, row) => row).filter(row => {
            const found = (line(row, text(rows.input[row])) + ' ' + text(rows.output[row])).toLowerCase()
            return words.every(word => found.includes(word))
          })
          $('list').scrollTop = 0
          drawList()
        }

        /** Selects the shown row that is so far from the selected one. */
        function step(by) {
          const place = shown.findIndex(row => row >= selected)
          const from = place < 0 ? shown.length : shown[place] > selected && by > 0 ? place - 1 : place
          select(shown[Math.min(shown.length - 1, Math.max(0, from + by))])
        }

        document.onkeydown = event => {
          if (event.ctrlKey || event.metaKey || event.altKey) return
          if (event.target === $('filter')) {
            if (event.key === 'Escape' || event.key === 'Enter') $('list').focus()
            return
          }
          const page = Math.max(1, Math.floor($('list').clientHeight / height) - 1)
          const keys = {
            ArrowDown: () => step(1), ArrowUp: () => step(-1), ArrowRight: () => step(1), ArrowLeft: () => step(-1), j: () => step(1), k: () => step(-1),
            PageDown: () => step(page), PageUp: () => step(-page), Home: () => select(shown[0]), End: () => select(shown.at(-1)),
            g: () => select(spans.find(([, last]) => last > selected)?.[1]),
            G: () => select(spans.findLast(([, last]) => last < selected)?.[1]),
            e: () => select(shown.find(row => row > selected && isRefused(row))), '/': () => $('filter').focus()
          }
          if (!keys[event.key]) return
          event.preventDefault()
          keys[event.key]()
        }

        document.title = $('file').textContent = data.file
        $('notes').textContent = `${count} rows, ${data.gestures.length} gestures; ${data.notes.join('; ')}`
        /** A list that opens in the header. */
        function addList(title, items) {
          const list = element('details', '')
          list.append(element('summary', title), ...items)
          if (items.length) document.querySelector('header').append(list)
        }
        addList(`${data.findings.length} to look at`, data.findings.map(one => element('div', one, 'bad')))
        addList(`${data.gestures.length} gestures`, data.gestures.slice(0, 2000).map(one => {
          const button = element('button', one.text, one.outcome === 'refused' ? 'bad' : '')
          button.onclick = () => select(Math.min(firstRow(one.last), count - 1))
          return button
        }))
        drawList()
        drawTimeline()
        if (count) select(Math.min(count - 1, Number(location.hash.slice(1)) || 0))
        </script>
        </html>

        """#
}
