// Where a person chooses what to play: a search, and the playlists.
import { html } from "hono/html";
import { type Playlist, PLAYLISTS, shareLink } from "../catalogue/playlists.ts";
import type { DemoAccountOptions } from "../options.ts";
import { searchSongs } from "../search_songs.ts";
import type { Song } from "../song.ts";
import { coverImages } from "../track_object.ts";

const MAX_RESULTS = 8;

/** `query` is empty if nothing was searched. */
export function searchView(options: DemoAccountOptions, query: string) {
  const found = searchSongs(query).slice(0, MAX_RESULTS);
  return html`
    <form class="search" action="player" role="search">
      <label for="q">Şarkı veya sanatçı</label>
      <input class="input" id="q" type="search" name="q" value="${query}" maxlength="100"
        autocomplete="off">
      <button class="button">Ara</button>
    </form>
    ${query && found.length === 0 ? html`<p>Aramanıza uygun şarkı bulunamadı.</p>` : ""}
    <ul class="rows">${found.map((song) => songRow(options, song))}</ul>
  `;
}

export function playlistsView(options: DemoAccountOptions) {
  return html`
    <ul class="rows">${PLAYLISTS.map((playlist) => playlistRow(options, playlist))}</ul>
    <details>
      <summary>Panele yapıştırılacak bağlantılar</summary>
      <dl>${PLAYLISTS.map((each) =>
        html`
          <dt>${each.name}</dt>
          <dd>${shareLink(each)}</dd>
        `
      )}</dl>
    </details>
  `;
}

function songRow(options: DemoAccountOptions, song: Song) {
  return html`<li class="row">
    ${smallCover(options, song)}
    <p class="names"><b>${song.title}</b><span>${song.artists.join(", ")}</span></p>
    <form class="acts" method="post" action="player/song">
      <button class="button" name="uri" value="${song.uri}">Çal<span class="visually-hidden"> (${song.title})</span></button>
    </form>
  </li>`;
}

function playlistRow(options: DemoAccountOptions, playlist: Playlist) {
  const { id, name, songs } = playlist;
  return html`<li class="row">
    ${smallCover(options, songs[0])}
    <p class="names"><b>${name}</b><span>${songs.length} şarkı</span></p>
    <form class="acts" method="post" action="player/playlist">
      <button class="button" name="id" value="${id}">Çal<span class="visually-hidden"> (${name})</span></button>
    </form>
  </li>`;
}

function smallCover(options: DemoAccountOptions, song: Song) {
  const url = coverImages(options, song)[0]?.url;
  return url
    ? html`<img class="cover cover-small" src="${url}" alt="" width="56" height="56" loading="lazy">`
    : html`<span class="cover cover-small"></span>`;
}
