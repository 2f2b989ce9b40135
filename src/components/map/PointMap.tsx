import {
  Control,
  CRS,
  DivIcon,
  LatLng,
  LayerGroup,
  Map as LeafletMap,
  Marker,
  Polyline,
  TileLayer,
} from 'leaflet';
import base from 'leaflet/dist/leaflet.css?inline';
import { useEffect, useEffectEvent, useRef } from 'react';
import { digitsAt, lineStep, type MapTiles } from '#domain/app/map-tiles.ts';
import styles from './map.css?inline';

for (const css of [base, styles]) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** In degrees. */
export interface MapPoint {
  readonly lat: number;
  readonly lon: number;
}

export interface PointMapProps {
  readonly label: string;
  /** Undefined while there is none: the marker stays where it was. */
  readonly point: MapPoint | undefined;
  /** Without them the map has lines of latitude and longitude alone, and loads nothing. */
  readonly tiles: MapTiles | undefined;
  /** The marker was moved, by a click, a drag or keys; with as many digits as the map can tell. A key moves one of them. */
  readonly onMove: (place: { readonly lat?: string; readonly lon?: string }) => void;
}

/** Px for a press of an arrow key, and with Shift. */
const STEP = 4;
const LONG_STEP = 40;
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Of a map that opens at a place. */
const START_ZOOM = 4;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Lines of latitude and longitude with their degrees, drawn anew as the map moves. */
function drawLines(map: LeafletMap, lines: LayerGroup): void {
  lines.clearLayers();
  const bounds = map.getBounds();
  const step = lineStep(bounds.getEast() - bounds.getWest());
  const from = (value: number) => Math.ceil(value / step) * step;
  const label = (at: LatLng, degrees: number) =>
    new Marker(at, {
      interactive: false,
      keyboard: false,
      icon: new DivIcon({
        className: 'point-map-label',
        html: `${Number(degrees.toFixed(4))}°`,
        iconAnchor: [-2, 14],
      }),
    }).addTo(lines);
  const line = (a: LatLng, b: LatLng) => new Polyline([a, b], { weight: 1, interactive: false }).addTo(lines);
  const [south, north] = [Math.max(-90, bounds.getSouth()), Math.min(90, bounds.getNorth())];
  for (let lat = from(south); lat <= north; lat += step) {
    line(new LatLng(lat, bounds.getWest()), new LatLng(lat, bounds.getEast()));
    label(new LatLng(lat, bounds.getWest()), lat);
  }
  for (let lon = from(bounds.getWest()); lon <= bounds.getEast(); lon += step) {
    line(new LatLng(south, lon), new LatLng(north, lon));
    label(new LatLng(south, lon), lon);
  }
}

/** A map with one marker, which clicks, drags and the arrow keys move. */
export default function PointMap({ label, point, tiles, onMove }: PointMapProps) {
  const host = useRef<HTMLDivElement>(null);
  const shown = useRef<{ readonly map: LeafletMap; readonly marker: Marker }>(undefined);
  const start = useEffectEvent(() => point ?? { lat: 0, lon: 0 });
  const [lat, lon] = [point?.lat, point?.lon];

  const moveTo = useEffectEvent((at: LatLng, only?: 'lat' | 'lon') => {
    const { map, marker } = shown.current ?? {};
    if (!map || !marker) return;
    const { lat, lng } = at.wrap();
    const digits = digitsAt(360 / map.getPixelWorldBounds().getSize().x);
    const [y, x] = [Math.max(-90, Math.min(90, lat)), lng].map((value) =>
      String(Number(value.toFixed(digits))),
    );
    const now = marker.getLatLng();
    marker.setLatLng(new LatLng(only === 'lon' ? now.lat : Number(y), only === 'lat' ? now.lng : Number(x)));
    onMove({ ...(only !== 'lon' && { lat: y ?? '' }), ...(only !== 'lat' && { lon: x ?? '' }) });
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const { lat, lon } = start();
    const at = new LatLng(lat, lon);
    const map = new LeafletMap(element, {
      crs: tiles ? CRS.EPSG3857 : CRS.EPSG4326,
      center: at,
      zoom: lat || lon ? START_ZOOM : 1,
      minZoom: 0,
      maxZoom: tiles ? 19 : 16,
      attributionControl: false,
      zoomControl: false,
      // The wheel scrolls the panel.
      scrollWheelZoom: false,
      zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    });
    // The degrees of the lines are at the left.
    new Control.Zoom({ position: 'topright' }).addTo(map);
    if (tiles) {
      new Control.Attribution({ prefix: false }).addTo(map);
      new TileLayer(tiles.url, { attribution: escapeHtml(tiles.credit), maxZoom: 19 }).addTo(map);
    } else {
      const lines = new LayerGroup().addTo(map);
      map.on('moveend', () => drawLines(map, lines));
      drawLines(map, lines);
    }
    const pin = new DivIcon({
      className: 'point-map-pin',
      html: '<span class="icon-[ri--map-pin-line] block"></span>',
      iconSize: [32, 32],
      iconAnchor: [16, 31],
    });
    const marker = new Marker(at, { icon: pin, draggable: true, autoPan: true }).addTo(map);
    shown.current = { map, marker };
    marker.on('dragend', () => moveTo(marker.getLatLng()));
    map.on('click', ({ latlng }) => moveTo(latlng));
    const button = marker.getElement();
    button?.setAttribute('aria-label', `${label}: marker, moved by the arrow keys`);
    const onKey = (event: KeyboardEvent) => {
      const [x, y] = ARROWS[event.key] ?? [];
      if (x === undefined || y === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const step = event.shiftKey ? LONG_STEP : STEP;
      const pixel = map.latLngToContainerPoint(marker.getLatLng()).add([x * step, y * step]);
      moveTo(map.containerPointToLatLng(pixel), y ? 'lat' : 'lon');
      map.panInside(marker.getLatLng(), { padding: [40, 40] });
    };
    button?.addEventListener('keydown', onKey);
    const observer = new ResizeObserver(() => map.invalidateSize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      shown.current = undefined;
      map.remove();
    };
  }, [tiles, label]);

  useEffect(() => {
    const { map, marker } = shown.current ?? {};
    if (!map || !marker || lat === undefined || lon === undefined) return;
    const at = new LatLng(lat, lon);
    if (marker.getLatLng().equals(at)) return;
    marker.setLatLng(at);
    map.panInside(at, { padding: [40, 40] });
  }, [lat, lon]);

  return <div ref={host} role="group" aria-label={label} className="point-map" />;
}
