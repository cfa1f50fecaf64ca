"""The referee of Carcassonne: the place and the meeple of a turn (CC-13).

Within a turn faults are looked for in the order of its steps: whose turn it is, the tiles drawn, the
place, the meeple.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.carcassonne.options import FarmMethod, Options, RiverStartTile, RiverTurn
from rules.carcassonne.position import Position
from rules.carcassonne.record import HANDS, MEEPLE, OWN, read_meeple
from rules.carcassonne.tiles import RIVER_LETTER, Role
from rules.records import Illegal, quote
from rules.referee import Decision
from rules.tiles import records
from rules.tiles.features import SMALL
from rules.tiles.grid import cell_of
from rules.tiles.position import Meeple, Place
from rules.tiles.records import record_keys, setup_segment
from rules.tiles.referee import Numbers, TileReferee
from rules.tiles.state import NO_TILE


class TilesLeft(records.TilesLeft):
    """The tiles that are not on the table and have not left the game; the River is drawn first (CC-68)."""

    dealt: Sequence[int] = ()
    """The designs of the cloisters that everybody begins with (HR-22)."""

    def fill_for(self, options: Options) -> None:
        """Every tile of a game with these options, the first one never in the stack (CC-11, CC-69)."""
        tiles, river = self.tileset.tiles, options.river
        counts = [tile.count if river or tile.role == Role.LAND else 0 for tile in tiles]
        aside = [int(tile.start and (tile.role == Role.LAND) != river) for tile in tiles]
        if river and options.river_start_tile == RiverStartTile.REMOVED:
            for i, tile in enumerate(tiles):
                counts[i] -= tile.start and tile.role == Role.LAND
        for design in self.dealt:
            counts[design] -= 1
        self.fill(counts, aside)

    def left(self) -> list[int]:
        """The designs of the stack: the middle of the River, the lake, the land (CC-70)."""
        return sorted(
            super().left(),
            key=lambda design: (Role.MIDDLE, Role.LAKE, Role.LAND).index(self.tileset.tiles[design].role),
        )

    def draw(self, name: Any) -> int:
        """A tile as it is drawn: first the middle of the River, then the lake, then the land (CC-70)."""
        design = self.design(name)
        role = Role.LAND if design is None else self.tileset.tiles[design].role
        order = self._left(Role.MIDDLE), self._left(Role.LAKE)
        found = super().draw(name)
        if role == Role.LAND and any(order):
            raise Illegal("CC-70", f"the land tile '{name}' comes after the River, which has tiles left")
        if role == Role.LAKE and order[0]:
            raise Illegal("CC-68", f"the lake '{name}' comes after the other River tiles, and there are some")
        return found

    def of_the_river(self) -> int:
        """The tiles of the River that are still to be drawn."""
        return sum(
            n for n, tile in zip(self.stack, self.tileset.tiles, strict=True) if tile.role != Role.LAND
        )

    def _left(self, role: int) -> bool:
        """Whether the stack holds a tile of this role."""
        return any(n and tile.role == role for n, tile in zip(self.stack, self.tileset.tiles, strict=True))


class Referee(TileReferee):
    """Judges records one after the other with the same tile set."""

    players_rule = "CC-3"
    numbers = Numbers(
        turn="CC-13",
        seat="CC-12",
        over="CC-49",
        stack="CC-1",
        discard="CC-20",
        undrawn="CC-15",
        contact="CC-16",
        match="CC-17",
    )
    keys = record_keys(MEEPLE, dict.fromkeys((*HANDS, OWN)))
    position_of = Position
    box_of = TilesLeft
    read_meeple = read_meeple
    position: Position
    box: TilesLeft

    def _lay_setup(self, record: Mapping[str, Any]) -> None:
        cloisters = map(self.position.own_tile, range(self.position.players))
        self.box.dealt = [design for design in cloisters if design != NO_TILE]
        super()._lay_setup(record)
        self.position.take_in()

    def _read_standing(self, at: Place, meeple: Mapping[str, Any]) -> Meeple:
        """A meeple from its owner's supply."""
        if self.position["supply"][meeple["seat"]] <= 0:
            raise Illegal("SETUP", f"seat {meeple['seat'] + 1} has no further meeple")
        return Meeple(meeple["seat"], SMALL, at, *setup_segment(self.position, at, meeple, "cloister"))

    # --- a turn

    def _check_empty(self, entry: Mapping[str, Any]) -> None:
        """A meeple goes onto the tile placed this turn (CC-21, CC-22)."""
        if entry.get("meeple") is not None:
            raise Illegal("CC-22", "no tile was placed, so no meeple can be")

    def _play_move(self, move: int, entry: Mapping[str, Any]) -> None:
        """Place, meeple, scoring (CC-13), and drawing for the hand that the tile came from (HR-21)."""
        position, seat = self.position, self.position["seat"]
        from_hand = bool(position.hand(seat))
        position.lay(move)
        self._keep_scores()
        position.score()
        if from_hand:
            drawn = entry.get("drawn")
            self._draw_for(seat, [] if drawn is None else [drawn], 1)
        position.skip()

    # --- a cloister for everybody (HR-22)

    def _decision(self, move: int | None) -> Decision:
        """After the last turn of a record the next seat may have its cloister to place."""
        if move is None:
            self._offer_own()
        return super()._decision(move)

    def _offer_own(self) -> None:
        """The seat to move may place its cloister if it has one that fits and a land tile could be drawn."""
        position = self.position
        if not position.options.start_cloisters or position.drawn() != NO_TILE:
            return
        own = position.own_tile(position["seat"])
        draws_land = any(self.box.stack) and not self.box.of_the_river()
        position.offer_own(own != NO_TILE and draws_land and position.fits(own))

    def _take_own(self, entry: Mapping[str, Any]) -> int:
        """The cloister that a turn places in place of drawing."""
        position = self.position
        seat, own = position["seat"], position.own_tile(position["seat"])
        if entry[OWN] is not True:
            raise Illegal("HR-22", f"{OWN} is true or false, not {quote(entry[OWN])}")
        if own == NO_TILE:
            raise Illegal("HR-22", f"seat {seat + 1} has no cloister of its own to place")
        if not position["may_draw"]:
            raise Illegal("HR-22", f"seat {seat + 1} cannot place its cloister in this turn")
        if self._discarded(entry):
            raise Illegal("HR-22", "a cloister is placed in place of drawing, so nothing is discarded")
        if self.box.design(entry.get("tile")) != own:
            name = position.tileset.tiles[own].id
            raise Illegal(
                "HR-22", f"the cloister of seat {seat + 1} is '{name}', not {quote(entry.get('tile'))}"
            )
        return own

    # --- tiles in hand (HR-21)

    def _draw(self, entry: Mapping[str, Any]) -> int | None:
        """The tile of the turn: one's own, drawn, or chosen from a hand once the River is laid."""
        self._check_goes_on()
        self._offer_own()
        if entry.get(OWN) is not None and entry[OWN] is not False:
            own = self._take_own(entry)
            self._check_no_hands(entry)
            return own
        if self.position["may_draw"]:
            self.position.draw()
        river, discarded = self.box.of_the_river(), self._discarded(entry)
        if not self.position.options.tiles_in_hand or river > len(discarded):
            self._check_no_hands(entry)
            return super()._draw(entry)
        for name in discarded[:river]:
            self._check_discarded(name)
        self._take_up_hand(entry, discarded[river:])
        return self._choose_tile(entry.get("tile"))

    def _check_goes_on(self) -> None:
        """There is a tile to be drawn, or in a hand."""
        if not any(self.position.hands()):
            super()._check_goes_on()

    def _check_no_hands(self, entry: Mapping[str, Any]) -> None:
        for key in HANDS:
            if entry.get(key) is not None:
                raise Illegal("HR-21", f"nobody has tiles in hand in this turn, so there is no {key}")

    def _take_up_hand(self, entry: Mapping[str, Any], laid_out: list[Any]) -> None:
        """Deal hands before the first turn with them; one that fits nowhere leaves the game for a new one."""
        position, seat, dealt = self.position, self.position["seat"], entry.get("hands")
        if not any(position.hands()):
            self._deal_hands(dealt)
        elif dealt is not None:
            raise Illegal("HR-21", "hands are dealt once, before the first turn with them")
        while (hand := position.hand(seat)) and not any(map(position.fits, hand)):
            self._check_named(laid_out[: len(hand)], hand, f"seat {seat + 1} can place none and lays out")
            del laid_out[: len(hand)]
            position.give_hand(seat, [])
            most = position.options.tiles_in_hand
            self._draw_for(seat, laid_out[:most] or entry.get("hand") or [], most)
        if laid_out:
            raise Illegal("HR-21", f"seat {seat + 1} can place a tile of its hand, so it lays none out")
        if entry.get("hand") is not None:
            self._check_named(entry["hand"], hand, f"seat {seat + 1} has in hand")

    def _deal_hands(self, dealt: Any) -> None:
        """Hands of as many tiles for each seat; of a small stack the last seats get fewer."""
        position = self.position
        if not isinstance(dealt, list | tuple) or len(dealt) != position.players:
            raise Illegal("HR-21", f"hands are dealt, a list of tiles for each seat, not {quote(dealt)}")
        stack, most = sum(self.box.stack), position.options.tiles_in_hand
        for i in range(position.players):
            seat = (position["seat"] + i) % position.players
            shares = range(i, stack, position.players)
            self._draw_for(seat, dealt[seat], min(most, len(shares)))

    def _draw_for(self, seat: int, names: Any, n: int) -> None:
        """A seat draws `n` tiles, or as many as there are."""
        n = min(n, sum(self.box.stack))
        if not isinstance(names, list | tuple) or len(names) != n:
            raise Illegal("HR-21", f"seat {seat + 1} draws {n} from the stack, not {quote(names)}")
        self.position.give_hand(seat, [*self.position.hand(seat), *map(self.box.draw, names)])

    def _choose_tile(self, name: Any) -> int | None:
        """The tile of a turn, one of the hand; None for who has none."""
        hand = self.position.hand(self.position["seat"])
        design = self.box.design(name)
        if name is not None and design not in hand:
            raise Illegal("HR-21", f"{quote(name)} is not in hand; {quote(self._names(hand))} are")
        if name is None and hand:
            raise Illegal("HR-21", f"a tile of the hand is placed: {quote(self._names(hand))}")
        return design

    def _check_named(self, names: Any, designs: Sequence[int], said: str) -> None:
        """What a record says of a hand must agree, in whatever order."""
        expected = self._names(designs)
        if not isinstance(names, list | tuple) or sorted(map(str, names)) != expected:
            raise Illegal("HR-21", f"{said} {quote(expected)}, not {quote(names)}")

    def _names(self, designs: Sequence[int]) -> list[str]:
        return sorted(self.position.tileset.tiles[design].id for design in designs)

    # --- playing on

    def _is_open(self, last: Mapping[str, Any]) -> bool:
        """A last turn may say what is in hand: the tile that is drawn, or tiles to choose among."""
        if last.get("hands") or last.get("hand"):
            return last.get("tile") is None
        return super()._is_open(last)

    def _begin(self, entry: Mapping[str, Any]) -> None:
        if not (entry.get("hands") or entry.get("hand")):
            super()._begin(entry)
            return
        self._take_up_hand(entry, self._discarded(entry))
        self.position.take_up_hand()

    def _in_hand(self) -> list[int]:
        """The tiles that are drawn and not placed, hands included."""
        return [design for hand in self.position.hands() for design in hand] or super()._in_hand()

    # --- the place and the meeple

    def _refuse_place(self, design: int, place: Place, rotation: int) -> Illegal:
        """No contact (CC-16), not on the River (CC-71), no match (CC-17) or the wrong bend (CC-75)."""
        position = self.position
        tile = position.tileset.tiles[design]
        if fault := self._refuse_contact(place):
            return fault
        if tile.role == Role.LAND:
            return self._refuse_match(design, place)
        name = f"'{tile.id}' at {list(place)}"
        upstream = position.tables[0].edge[design * 4 + rotation, (position["river_heading"] + 2) % 4]
        if cell_of(*place) != position["river_cell"] or upstream != RIVER_LETTER:
            return Illegal("CC-71", f"{name} does not lie with its river on the open end of the River")
        if not position.fits_at(place, design, rotation):
            return self._refuse_match(design, place)
        how = "just before" if position.options.river_turn == RiverTurn.IMMEDIATE else "before"
        return Illegal("CC-75", f"{name} bends to the same hand as the bend {how}")

    def _refuse_meeple(self, meeple: Any) -> Illegal:
        """No farmers (CC-31), none in the supply (CC-26), or the feature is held (CC-24)."""
        position = self.position
        if meeple["on"] == "field" and position.options.farm_method == FarmMethod.NONE:
            return Illegal("CC-31", "there are no farmers in this game")
        if position["supply"][position["seat"]] <= 0:
            return Illegal("CC-26", f"seat {position['seat'] + 1} has no meeple in the supply")
        return Illegal("CC-24", "the feature already holds a meeple")
