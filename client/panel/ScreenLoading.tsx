// A screen whose facts are on their way.
import { Loading } from "../components/Loading.tsx";

export function ScreenLoading() {
  return (
    <>
      {/* Loading says it aloud; this is for whoever goes by headings. */}
      <h1 className="visually-hidden">Yükleniyor</h1>
      <Loading />
    </>
  );
}

/** While even the frame of the screens is on its way: the same, where the screen will be. */
export function FrameLoading() {
  return (
    <main className="screen">
      <ScreenLoading />
    </main>
  );
}
